# SPDX-License-Identifier: Apache-2.0
"""The Debian of this machine: its suite, and where its packages come from."""
import re
import subprocess


def suite():
    """The name of the suite, `bookworm`."""
    with open("/etc/os-release", encoding="utf-8") as file:
        return re.search(r"^VERSION_CODENAME=(\w+)", file.read(), re.M).group(1)


def mirror():
    """Where apt gets its packages from; None where it has no sources."""
    told = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages",
                           "Origin: Debian"], check=True, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
    return told.stdout.splitlines()[0].rstrip("/") if told.stdout else None
