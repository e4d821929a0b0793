# SPDX-License-Identifier: Apache-2.0
"""Measuring whole processes, and keeping the figures as tables."""
import csv
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import time
from fractions import Fraction


# a fraction with more digits is shown as a decimal; results.csv has it whole
LONGEST = 20
FRACTION = re.compile("[0-9]+/[0-9]+")


# run_measured.c, which a built bench/ has
helper = None


class Failed(Exception):
    """A command did not end as it should, or took too long."""


def measure(command, seconds=600, statuses=(0, 10, 11), cwd=None):
    """Processor seconds, elapsed seconds, peak memory in MiB and standard output of
    a child and all of its children."""
    read, write = os.pipe()
    told, tell = os.pipe()
    os.set_inheritable(tell, True)
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.dup2(write, 1)
        os.close(read)
        if cwd:
            os.chdir(cwd)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        whole = [helper, str(tell), *command] if helper else command
        os.execvp(whole[0], whole)
    os.close(write)
    os.close(tell)
    parts, late = [], False
    while True:
        left = start + seconds - time.monotonic()
        if not late and (left <= 0 or not select.select([read], [], [], left)[0]):
            late = True
            os.killpg(child, signal.SIGKILL)
        part = os.read(read, 1 << 20)
        if not part:
            break
        parts.append(part)
    os.close(read)
    _, status, usage = os.wait4(child, 0)
    elapsed = time.monotonic() - start
    with open(told) as report:
        report = report.read().split()
    if late:
        raise Failed("more than %g s" % seconds)
    code = int(report[0]) if report else os.waitstatus_to_exitcode(status)
    if code not in statuses:
        raise Failed("%s ended with status %d" % (" ".join(command), code))
    output = b"".join(parts).decode()
    if report:
        return float(report[1]), elapsed, int(report[2]) / 1024, output
    return usage.ru_utime + usage.ru_stime, elapsed, usage.ru_maxrss / 1024, output


def best(command, runs, **options):
    """The least seconds and the greatest memory of several runs: others disturb
    upwards only."""
    results = [measure(command, **options) for _ in range(runs)]
    return (min(r[0] for r in results), min(r[1] for r in results), max(r[2] for r in results),
            results[-1][3])


def instructions(command):
    """How many instructions of the processor command takes, as valgrind counts them."""
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + out.name,
                        *command], capture_output=True, check=False)
        with open(out.name) as text:
            return int(re.search(r"^summary: ([0-9]+)", text.read(), re.M).group(1))


def program(name):
    """Where a program is, None when it is not installed."""
    return shutil.which(name)


def shown(value):
    if value is None:
        return "-"
    if isinstance(value, float):
        return "%.0f" % value if value >= 1000 else "%.3g" % value
    text = str(value)
    if len(text) > LONGEST and FRACTION.fullmatch(text):
        return "~%.6g" % float(Fraction(text))
    return text


class Table:
    def __init__(self, name, title, columns):
        self.name, self.title, self.columns, self.rows, self.notes = name, title, columns, [], []

    def add(self, *cells):
        assert len(cells) == len(self.columns), (self.name, cells)
        self.rows.append(cells)
        print("  %s: %s" % (self.name, ", ".join("%s %s" % (c, shown(v))
                                                for c, v in zip(self.columns, cells))), flush=True)

    def note(self, text):
        self.notes.append(text)
        print("  %s: %s" % (self.name, text), flush=True)

    def markdown(self):
        lines = ["### " + self.title, ""]
        if self.rows:
            lines += ["| %s |" % " | ".join(self.columns), "|" + "---|" * len(self.columns)]
            lines += ["| %s |" % " | ".join(shown(cell) for cell in row) for row in self.rows]
            lines.append("")
        for note in self.notes:
            lines += [note, ""]
        return "\n".join(lines)


def write_csv(path, tables):
    """One line per figure: table, row, column, value."""
    with open(path, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(("table", "row", "column", "value"))
        for table in tables:
            for row in table.rows:
                for column, value in zip(table.columns[1:], row[1:]):
                    writer.writerow((table.name, row[0], column, "" if value is None else value))
