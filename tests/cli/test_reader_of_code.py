# SPDX-License-Identifier: Apache-2.0
"""FILE.py::NAME, read by the reader that comes with Couplet: test_reader_of_code.py COUPLET AUTOMATON.json"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

COUPLET, AUTOMATON = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def run(folder, *words, **environment):
    done = subprocess.run([COUPLET, "verify", "--report", "json", *words], env={**os.environ, **environment},
                          cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"file"')], done.stderr


# It stands in for Python: what it was started with is what it answers, and what it may do.
INTERPRETER = """#!%s
import json, os, sys
words = sys.argv[2:]
for line in sys.stdin:
    request = json.loads(line)
    said = []
    open_ones = sorted(int(fd) for fd in os.listdir("/proc/self/fd"))[:-1]
    for name in request["name"].split(",") if request["name"] else ["all"]:
        said.append(json.dumps({"name": name, "automaton": json.load(open(%r)),
                                "understood": {"words": words[1:], "settings": request["settings"],
                                               "filter": len(os.pread(3, 1 << 20, 0)) %% 8 if words[2:] else None,
                                               "open": open_ones}}))
    print(json.dumps({"request": request["request"], "status": 0, "said": said}), flush=True)
""" % (sys.executable, AUTOMATON)

OLD = """
def old(queries, epsilon):
    out = []
    for q in queries:
        out.append(q + np.random.laplace(scale=2 / epsilon))
    return out
"""


def check_own(folder):
    interpreter = os.path.join(folder, "python")
    for name, text in ("python", INTERPRETER), ("f.py", OLD), ("f.ipynb", "{}"):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    os.chmod(interpreter, 0o755)
    own = "-o", "python.interpreter=" + interpreter
    status, results, errors = run(folder, *own, "f.py::g", "f.ipynb", "f.py", "f.ipynb::h")
    found = [(r["file"], r.get("function"), r["verdict"]) for r in results]
    assert found == [("f.py", "g", "private"), ("f.ipynb", "all", "private"), ("f.py", "all", "private"),
                     ("f.ipynb", "h", "private")], (found, errors)
    said = results[0]["understood"]
    assert said["words"] == ["--serve", "--filter-fd", "3"] and said["filter"] == 0, said
    assert said["open"] == [0, 1, 2, 3], said
    assert said["settings"]["limit.seconds"] == "60.000" and said["settings"]["limit.mebibytes"].isdigit(), said
    assert not any(key.startswith("python.") for key in said["settings"]), said
    options = {"private": "x", "private-as": "list", "epsilon": "e", "sensitivity": "2", "answers": "3",
               "adjacency": "one", "function": "k", "time-limit-ms": "1500", "memory-limit-mb": "300"}
    words = [word for key, value in options.items() for word in ("-o", "python.%s=%s" % (key, value))]
    status, results, errors = run(folder, *own, *words, "f.py::g")
    said = results[0]["understood"]["settings"]
    assert said == {**{"python." + key: value for key, value in list(options.items())[:7]},
                    "limit.seconds": "1.500", "limit.mebibytes": "300"}, said
    status, results, errors = run(folder, *own, "--answers", "4", "--sensitivity", "1/2", "f.py::g")
    said = results[0]["understood"]["settings"]
    assert said["python.answers"] == "4" and said["python.sensitivity"] == "1/2", said
    status, results, errors = run(folder, *own, "-o", "python.sandbox=off", "f.py::g")
    assert results[0]["understood"]["words"] == ["--serve"] and results[0]["understood"]["open"] == [0, 1, 2], results
    assert "f.py::g: warning: it was run without a sandbox" in errors, errors
    status, results, errors = run(folder, *own, "-o", "python.private-as=text", "f.py::g")
    assert "private-as" in errors and status == 3, (status, errors)
    with open(os.path.join(folder, "reads.conf"), "w") as file:
        file.write("[stage python]\nanswers = 2\n")
    status, results, errors = run(folder, "--config", "reads.conf", *own, "f.py::g")
    assert results[0]["understood"]["settings"]["python.answers"] == "2", (results, errors)


def write_program(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)


#: Reads without numpy, as the folders of packages are not looked into.
BARE = "#!/bin/sh\nexec %s -S \"$@\"\n" % sys.executable
OTHER_VERSION = """#!/bin/sh
exec %s -c 'import runpy, sys; sys.version_info = (3, %%d, 1); del sys.argv[0]; runpy.run_path(sys.argv[0], run_name="__main__")' "$@"
""" % sys.executable
FORMS = """
import random
import numpy, numpy as np
import numpy.random as npr
from numpy import random as rnd
from numpy.random import laplace
def a(answers, epsilon): return answers[0] + numpy.random.laplace(0, 1 / epsilon)
def b(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon)
def c(answers, epsilon): return answers[0] + npr.laplace(0, 1 / epsilon)
def d(answers, epsilon): return answers[0] + rnd.laplace(0, 1 / epsilon)
def e(answers, epsilon): return answers[0] + laplace(0, 1 / epsilon)
def f(answers, epsilon): return answers[0] + np.random.default_rng().laplace(0, np.sqrt(1) / epsilon)
def g(answers, epsilon): return answers[0] + np.random.laplace(0, 1 / epsilon, size=1)[0]
"""


def check_interpreters(folder):
    """Which Python reads: the one named, that of the virtual environment, or one of PATH, which has numpy if one has."""
    fake, bare = os.path.join(folder, "fake", "bin", "python3.11"), os.path.join(folder, "bare", "python3")
    write_program(fake, INTERPRETER)
    write_program(bare, BARE)
    os.symlink("python3.11", os.path.join(folder, "fake", "bin", "python3"))
    write_program(os.path.join(folder, "forms.py"), FORMS)
    status, results, errors = run(folder, "-o", "python.interpreter=" + bare, "forms.py")
    assert [(r["function"], r["verdict"], r["cost"]) for r in results] == [(name, "private", "1") for name in "abcdefg"], (
        results, errors)
    status, results, errors = run(folder, "forms.py", VIRTUAL_ENV=os.path.join(folder, "fake"))
    assert [r["function"] for r in results] == ["all"], (results, errors)
    for version in 9, 10, 13:
        write_program(bare + str(version), OTHER_VERSION % version)
        status, results, errors = run(folder, "-o", "python.interpreter=%s%d" % (bare, version), "forms.py")
        assert status == 4 and "by Python 3.11 and 3.12; this is 3.%d" % version in errors, (results, errors)
    path = os.pathsep.join([os.path.dirname(bare), os.path.dirname(fake), os.environ["PATH"]])
    assert len(run(folder, "forms.py", PATH=path, VIRTUAL_ENV="")[1]) == 7  # neither has numpy
    write_program(os.path.join(folder, "fake", "lib", "python3.11", "site-packages", "numpy", "__init__.py"), "")
    status, results, errors = run(folder, "forms.py", PATH=path, VIRTUAL_ENV="")
    assert [r["function"] for r in results] == ["all"], (results, errors)
    assert len(run(folder, "-o", "python.interpreter=" + bare, "forms.py", PATH=path)[1]) == 7


CODE = """
import numpy as np

def above(queries, T, epsilon):
    t = T + np.random.laplace(scale=2 / epsilon)
    for i, q in enumerate(queries):
        if q + np.random.laplace(scale=4 / epsilon) >= t:
            return i

def forever(queries, epsilon):
    t = np.random.laplace(scale=1 / epsilon)
    while True:
        pass

def evil(queries, epsilon):
    open("made", "w")
    return [q + np.random.laplace(scale=1 / epsilon) for q in queries]
"""


def check_content(folder):
    """The hash of a result of code is that of the file; its answer depends on the modules that it reads, too."""
    write = lambda name, text: open(os.path.join(folder, name), "w").write(text)
    python = "import numpy as np\nfrom rate import RATE\n\ndef noisy(q, epsilon):\n    return q + np.random.laplace(scale=RATE/epsilon)\n"
    write("rate.py", "RATE = 1\n")
    write("hashed.py", python)
    write("hashed.c", "float noisy(float q[], float epsilon) { return q[0] + Lap(1 / epsilon); }\n")
    store = ("--store", "hashes.couplet")
    for name in ("hashed.py", "hashed.c"):
        with open(os.path.join(folder, name), "rb") as file:
            expected = hashlib.sha256(file.read()).hexdigest()
        for options in ((), store, store, ("-j2",)):
            status, results, errors = run(folder, *options, name)
            assert status == 0 and [one["sha256"] for one in results] == [expected], (results, errors)
        done = subprocess.run([COUPLET, "verify", "-q", "--evidence-dir", "hashes", "--from", name.split(".")[1].replace("py", "python"), "-"], cwd=folder,
                              input=open(os.path.join(folder, name)).read(), capture_output=True, text=True)
        assert done.returncode == 0, (done.stdout, done.stderr)
    with open(os.path.join(folder, "hashes", "index.json")) as file:
        entries = json.load(file)["entries"]
    assert entries and {one["sha256"] for one in entries} == {expected}, entries
    for one in entries:
        with open(os.path.join(folder, "hashes", one["model"]), "rb") as file:
            assert hashlib.sha256(file.read()).hexdigest() == one["model_sha256"], one
    done = subprocess.run([COUPLET, "check", "hashes"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0 and "made from" not in done.stdout, (done.stdout, done.stderr)
    with open(os.path.join(folder, "hashes", entries[0]["model"]), "a") as file:
        file.write("\n")
    done = subprocess.run([COUPLET, "check", "hashes"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 4 and "it is not what the index says" in done.stderr, (done.stdout, done.stderr)
    # the same model of other code, and another model of the same file
    write("hashed.py", python + "# no more\n")
    assert run(folder, *store, "hashed.py")[1][0]["sha256"] == hashlib.sha256((python + "# no more\n").encode()).hexdigest()
    write("rate.py", "RATE = 2\n")
    assert run(folder, *store, "hashed.py")[1][0]["cost"] == "1/2"


SUMS = """import numpy as np

def partial_sums(queries, epsilon):
    total = 0
    out = []
    for q in queries:
        total = total + q + np.random.laplace(scale=1/epsilon)
        out.append(total)
    return out
"""


def check_many_answers(folder):
    """Noise drawn anew for each answer costs as much for each, however many there are."""
    with open(os.path.join(folder, "sums.py"), "w") as file:
        file.write(SUMS)
    for n in ("12", "13", "30"):
        status, results, errors = run(folder, "--require-evidence", "--answers", n, "sums.py::partial_sums")
        assert status == 0 and results[0]["cost"] == results[0]["at_least"] == n, (results, errors)


def check_code(folder):
    """The real reader, after its filter."""
    with open(os.path.join(folder, "code.py"), "w") as file:
        file.write(CODE)
    status, results, errors = run(folder, "-D", "T=0", "code.py::above")
    assert status == 0 and results[0]["understood"]["private"] == "queries", (results, errors)
    assert results[0]["function"] == "above" and "epsilon" not in results[0], results
    assert results[0]["parameters"] == {"T": "0"}, results
    subprocess.run([COUPLET, "verify", "-D", "T=0", "--evidence-dir", "evidence", "code.py::above"], cwd=folder,
                   check=True, capture_output=True)
    index = os.path.join(folder, "evidence", "index.json")
    with open(index) as file:
        text = file.read()
    assert '"T":"0"' in text.replace(" ", ""), text
    # the model is there: no code is run
    done = subprocess.run([COUPLET, "check", "evidence"], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PATH": "/nowhere"})
    assert done.returncode == 0 and '"model":"code.py::above.model.json"' in text.replace(" ", ""), (done.stdout, done.stderr)
    assert "made from" not in done.stdout, done.stdout
    with open(index, "w") as file:  # what is run is not for evidence to say
        file.write(re.sub(r'"model": ?"[^"]*", ?', "", re.sub(r'"T": ?"0"', '"T": "0", "python.interpreter": "/nowhere"', text)))
    done = subprocess.run([COUPLET, "check", "evidence"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout, done.stderr)
    status, results, errors = run(folder, "-D", "T=0", "-D", "Q=1", "code.py::above")
    assert status == 2 and "-D Q: no file has a parameter of that name" in errors and not results, (
        status, results, errors)
    status, results, errors = run(folder, "-D", "epsilon=1/2", "code.py::above")
    assert status == 0 and results[0]["epsilon"] == "epsilon = 1/2", (status, results, errors)
    status, results, errors = run(folder, "code.py::evil")
    assert status == 4 and "for writing, which it must not" in errors and not os.path.exists(
        os.path.join(folder, "made")), errors
    status, results, errors = run(folder, "-o", "python.time-limit-ms=1000", "code.py::forever")
    assert status == 4 and "time-limit" in errors, errors


MODEL = {"name": "release", "line": 1, "automaton": {
    "couplet": 1, "name": "release", "initial": "begin", "thresholds": ["t"],
    "states": [{"name": "begin", "input": "public", "d": "1/2"}, {"name": "end"}],
    "transitions": [{"from": "begin", "to": "end", "guard": "true", "output": "o", "assign": "t"}]}, "used": []}
WRITES = """import os
def say(text):
    for channel in range(1, 20):
        try:
            os.write(channel, text.encode())
        except OSError:
            pass
"""
#: What a module may do to the answers of the next files, without and within a sandbox.
FORGERS = {
    "done": WRITES + "say(%r)" % (json.dumps({"done": 0}) + "\n"),
    "many": WRITES + "say(%r * 6)\nos._exit(0)" % (json.dumps(MODEL) + "\n" + json.dumps({"done": 0}) + "\n"),
    "whole": WRITES + "say(%r)\nos._exit(0)" % "".join(
        json.dumps({"request": n, "status": 0, "said": [json.dumps(MODEL)]}) + "\n" for n in range(6)),
    "half": WRITES + "say('{\"request\": 2, \"status\": 0, \"said\": [')\nos._exit(0)",
    "flood": WRITES + "while True: say('x' * 65536)",
    "nothing": "import os\nos._exit(0)",
    "killer": "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), 9)",
}
RAW = """import numpy as np
def release(answers, epsilon):
    spare = np.random.laplace(0, 1 / epsilon)
    return [a for a in answers]
"""
GOOD = RAW.replace("return [a for a in answers]", "return answers[0] + spare")


def check_forgers(folder):
    """Whatever a file writes or ends, the files after it have their own answers."""
    files = {name + ".py": text + "\ndef release(answers, epsilon): pass\n" for name, text in FORGERS.items()}
    for name, text in {**files, "raw.py": RAW, "good.py": GOOD}.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    words = [word for name in files for word in (name, "raw.py")] + ["good.py"]
    for options in ("-j", "2"), ("--store", "store"), ("--store", "store"), ("-o", "python.sandbox=off"):
        status, results, errors = run(folder, *options, *words)
        found = [(r["file"], r["verdict"], r.get("function")) for r in results if r["file"] not in files]
        assert found == [("raw.py", "not-private", "release")] * len(files) + [("good.py", "private", "release")], (
            options, found, errors)
    subprocess.run([COUPLET, "verify", "-q", "--evidence-dir", "proofs", *words], cwd=folder, capture_output=True)
    with open(os.path.join(folder, "proofs", "index.json")) as file:
        proofs = {(entry["file"], entry["verdict"]) for entry in json.load(file)["entries"]}
    assert {one for one in proofs if one[0].partition("::")[0] not in files} == {
        ("raw.py::release", "not-private"), ("good.py::release", "private")}, proofs
    done = subprocess.run([COUPLET, "check", "proofs"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done


DEAF = """import os, signal
signal.signal(signal.SIGALRM, signal.SIG_IGN)
os.close(3)
while True: pass
"""


def check_deaf(folder):
    """A file that closes its channel and goes on is ended by the time limit, however long that is for the next."""
    for name, text in ("deaf.py", DEAF + GOOD), ("good.py", GOOD):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    status, results, errors = run(folder, "-o", "python.time-limit-ms=4000", "deaf.py", "good.py")
    assert [r["verdict"] for r in results] == ["error", "private"] and "did not end within" in errors, (results, errors)


EXAMPLES = """
import numpy as np
def exact(queries, epsilon):
    return abs(queries[0]) + np.random.laplace(0, 1 / epsilon)
def at_least(queries, epsilon):
    return sum(np.clip(q, 0, 1) for q in queries) + np.random.laplace(0, 1 / epsilon)
def unknown(queries, epsilon):
    return np.clip(queries[0], 0, 0.25) + np.random.laplace(0, 1 / epsilon)
"""


def check_examples(folder):
    """Of lists that are examples a least d is told where it is one: some of these have no bound from above."""
    with open(os.path.join(folder, "examples.py"), "w") as file:
        file.write(EXAMPLES)
    for name, words in (("exact", "least d 1"), ("at_least", "d is at least 3"), ("unknown", "the least d is not known")):
        _, results, errors = run(folder, "examples.py::" + name)
        assert results[0]["reason"].startswith(words + " for lists of up to 5 answers"), (results[0]["reason"], errors)


def check_ignored(folder):
    """What comments leave out is in no report; where it is all of a file, that is said, and is no error."""
    with open(os.path.join(folder, "left_out.py"), "w") as file:
        file.write("import numpy as np\n\n\n# couplet: ignore" + OLD)
    with open(os.path.join(folder, "old.py"), "w") as file:
        file.write("import numpy as np\n" + OLD)
    told = "left_out.py: nothing is judged: comments 'couplet: ignore' leave out all of it\n"
    assert run(folder, "left_out.py") == (0, [], told)
    assert run(folder, "-q", "--strict", "-D", "T=3", "left_out.py") == (0, [], "")
    status, results, errors = run(folder, "left_out.py", "old.py")
    assert [r["file"] for r in results] == ["old.py"] and told in errors, (results, errors)
    status, results, errors = run(folder, "left_out.py::old")
    assert [r["function"] for r in results] == ["old"], errors
    for command in "explain", "refute", "convert":
        words = [COUPLET, command, *(["--to", "json"] if command == "convert" else []), "left_out.py"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)
        assert done.returncode == 4 and "leave out all its mechanisms; FILE::NAME asks for one" in done.stderr, done


with tempfile.TemporaryDirectory() as folder:
    check_own(folder)
    check_examples(folder)
    check_interpreters(folder)
    check_code(folder)
    check_content(folder)
    check_many_answers(folder)
    check_forgers(folder)
    check_deaf(folder)
    check_ignored(folder)
