#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The hook of pre-commit and the action of GitHub, on the example repositories of examples/ci.

usage: test_integration.py COUPLET SOURCE"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import yaml

COUPLET, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
EXAMPLES = SOURCE / "examples" / "ci"


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        names = {f"GIT_{who}_{what}": "test@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = os.environ | names | {
            "HOME": str(self.folder), "PRE_COMMIT_HOME": str(self.folder / "cache"), "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "couplet").symlink_to(COUPLET)

    def run_in(self, folder, *words, **environment):
        return subprocess.run([str(word) for word in words], cwd=folder, env=self.environment | environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)

    def commit(self, folder):
        for words in ["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]:
            done = self.run_in(folder, "git", *words)
            self.assertEqual(done.returncode, 0, done.stdout)
        return self.run_in(folder, "git", "rev-parse", "HEAD").stdout.strip()


class Hook(InFolder):
    def setUp(self):
        super().setUp()
        hooks, self.user = self.folder / "hooks", self.folder / "user"
        hooks.mkdir()
        shutil.copy(SOURCE / ".pre-commit-hooks.yaml", hooks)
        revision = self.commit(hooks)
        shutil.copytree(EXAMPLES / "pre-commit", self.user)
        configuration = self.user / ".pre-commit-config.yaml"
        text = re.sub(r"(repo: )\S+.*", rf"\g<1>{hooks}", configuration.read_text())
        configuration.write_text(re.sub(r"(rev: )\S+", rf"\g<1>{revision}", text))

    def commit_user(self, *left_out, **files):
        for name in left_out:
            (self.user / name).unlink()
        for name, text in files.items():
            (self.user / name.replace("_", ".")).write_text(text)
        self.commit(self.user)
        return self.run_in(self.user, "pre-commit", "run", "--all-files")

    def test_a_claim_that_fails_stops_the_commit_and_is_told(self):
        done = self.commit_user()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("fails.py::above_threshold  claim 1 fails: least d 3/2 (1.5)", done.stdout)

    def test_what_holds_passes_and_code_without_a_comment_is_passed_over(self):
        done = self.commit_user("fails.py", other_py="import os\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^couplet\.*Passed$")

    def test_code_without_comments_only_passes(self):
        done = self.commit_user("fails.py", "holds.py", other_py="import os\n", table_json="{}")
        self.assertRegex(done.stdout, r"(?m)^couplet\.*Passed$")

    def test_mechanisms_of_the_language_are_verified(self):
        text = (SOURCE / "examples/mechanisms/svt-star.svt").read_text()
        done = self.commit_user("fails.py", endless_svt=text)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("endless.svt  not private", done.stdout.replace("claim 1 fails  ", ""))


class Action(InFolder):
    def setUp(self):
        super().setUp()
        self.action = yaml.safe_load((SOURCE / "action.yml").read_text())
        self.steps = {step["name"]: step for step in self.action["runs"]["steps"]}
        self.user = self.folder / "user"
        shutil.copytree(EXAMPLES / "github", self.user)
        self.log, self.output = self.folder / "couplet.sarif", self.folder / "output"

    def run_step(self, name, **inputs):
        """Runs a step as GitHub does, with these inputs."""
        values = {key: one.get("default", "") for key, one in self.action["inputs"].items()}
        values |= {key.replace("_", "-"): value for key, value in inputs.items()}

        def value(match):
            return str(self.folder) if match[1] == "github.action_path" else values[match[1].removeprefix("inputs.")]
        step = self.steps[name]
        self.assertEqual(step["shell"], "bash")
        environment = {key: re.sub(r"\$\{\{ (\S+) \}\}", value, text) for key, text in step["env"].items()}
        return self.run_in(self.user, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"], **environment,
                           RUNNER_TEMP=str(self.folder), GITHUB_OUTPUT=str(self.output), GITHUB_PATH=str(self.folder / "path"))

    def results(self):
        log = json.loads(self.log.read_text())
        jsonschema.Draft7Validator(json.loads((SOURCE / "tests/cli/sarif/schema.json").read_text())).validate(log)
        return [(one["ruleId"], one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for one in log["runs"][0]["results"]]

    def test_the_workflow_asks_for_inputs_that_the_action_has(self):
        workflow = yaml.safe_load((EXAMPLES / "github/.github/workflows/couplet.yml").read_text())
        given = workflow["jobs"]["couplet"]["steps"][-1]
        required = {name for name, one in self.action["inputs"].items() if one.get("required")}
        self.assertTrue(required <= set(given["with"]) <= set(self.action["inputs"]))
        self.assertEqual(workflow["permissions"]["security-events"], "write")  # what uploading needs
        self.assertEqual(self.run_step("Verify", **given["with"]).returncode, 10)
        self.assertEqual(self.results(), [("claim-fails", "src/fails.py")])

    def test_it_is_composed_of_installing_verifying_and_uploading(self):
        self.assertEqual((self.action["runs"]["using"], list(self.steps)), ("composite", ["Install Couplet", "Verify", "Upload"]))
        upload = self.steps["Upload"]
        self.assertRegex(upload["uses"], r"^github/codeql-action/upload-sarif@v\d+$")
        self.assertIn("always()", upload["if"])
        self.assertEqual(upload["with"]["sarif_file"], "${{ steps.%s.outputs.sarif }}" % self.steps["Verify"]["id"])
        self.run_step("Verify", paths="src")
        self.assertEqual(self.output.read_text(), f"sarif={self.log}\n")

    def test_fail_on_says_what_fails(self):
        claim = {"paths": "src/holds.py", "arguments": "--claim 1/2"}
        unknown = {"paths": "src/holds.py", "arguments": "--strict -D 'threshold=1' --claim 1 -o python.sandbox=off"}  # warns
        for given, fail_on, status in ((claim, "unknown", 10), (claim, "claim", 10), (claim, "never", 0), (unknown, "unknown", 11),
                                       (unknown, "claim", 0), (unknown, "never", 0), ({"paths": "src/none.py"}, "never", 4)):
            with self.subTest(fail_on=fail_on, **given):
                done = self.run_step("Verify", fail_on=fail_on, **given)
                self.assertEqual(done.returncode, status, done.stdout)
                self.results()
        done = self.run_step("Verify", paths="src", fail_on="claims")
        self.assertEqual((done.returncode, done.stdout), (2, "::error::fail-on is 'claims'; expected claim, unknown or never\n"))

    def test_without_a_wheel_the_source_of_the_action_is_installed(self):
        sudo = self.folder / "bin" / "sudo"
        sudo.write_text("#!/bin/sh\necho \"$@\"\n")
        sudo.chmod(0o755)
        self.assertEqual(self.run_step("Install Couplet").stdout, f"make -C {self.folder} install\n")

    def test_a_wheel_is_installed_into_an_environment_of_its_own(self):
        python = self.folder / "bin" / "python3"
        python.write_text('#!/bin/sh\necho "$@"\nmkdir -p "$3/bin"\ncp "$0" "$3/bin"\n')
        python.chmod(0o755)
        done = self.run_step("Install Couplet", wheel="a b.whl")
        self.assertEqual(done.stdout.splitlines()[:2], [f"-m venv {self.folder}/couplet", "-m pip install a b.whl"], done.stdout)
        self.assertEqual((self.folder / "path").read_text(), f"{self.folder}/couplet/bin\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
