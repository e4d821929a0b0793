# SPDX-License-Identifier: Apache-2.0
"""Blocks of a page that show commands, `$ couplet verify FILE`, and what they print. With COUPLET_TEST_UPDATE set the
pages are written anew: read what changed."""
import os
import re
import subprocess

_TIME = re.compile(r" +[0-9.]+ (?:us|ms|s|min [0-9]+ s)$", re.M)


def updating():
    return "COUPLET_TEST_UPDATE" in os.environ


def _run(couplet, text, folder):
    """The block with the output that its commands give."""
    environment = dict(os.environ)
    environment["PATH"] = os.path.dirname(couplet) + os.pathsep + environment["PATH"]
    shown = []
    for line in text.splitlines():
        if line.startswith("$ "):
            result = subprocess.run(["sh", "-c", line[2:]], cwd=folder, env=environment, timeout=300,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            shown.append(line + "\n" + result.stdout.decode())
    return "".join(shown)


def checked(checks, text, folder):
    """The text of a block as its commands, run in folder, give it now; a failure where it is another, but for times."""
    output = _run(checks.couplet, text, folder)
    same = _TIME.sub("", output) == _TIME.sub("", text)
    checks.check(same or updating(), "the page shows\n%s\nbut the commands give\n%s" % (text, output))
    return text if same else output
