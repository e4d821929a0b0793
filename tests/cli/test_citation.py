#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CITATION.cff obeys the Citation File Format 1.2.0 and names the project's version.

usage: test_citation.py COUPLET SOURCE"""
import os
import re
import sys

import yaml

from checks import Checks

# of the schema of the format, which allows no other key
REQUIRED = {"cff-version", "message", "title", "authors"}
OPTIONAL = {"abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
            "license-url", "preferred-citation", "references", "repository", "repository-artifact",
            "repository-code", "type", "url", "version"}
ENTITY = {"name", "address", "alias", "city", "country", "date-end", "date-start", "email", "fax", "location",
          "orcid", "post-code", "region", "tel", "website"}
PERSON = {"address", "affiliation", "alias", "city", "country", "email", "family-names", "fax", "given-names",
          "name-particle", "name-suffix", "orcid", "post-code", "region", "tel", "website"}


def faults(citation, version):
    """What is wrong with a parsed file, in words."""
    if not isinstance(citation, dict):
        return ["it is no mapping"]
    found = ["%s is missing" % key for key in sorted(REQUIRED - set(citation))]
    found += ["%s is not a key" % key for key in sorted(set(citation) - REQUIRED - OPTIONAL)]
    if citation.get("cff-version") != "1.2.0":
        found.append("cff-version")
    if citation.get("type", "software") not in ("software", "dataset"):
        found.append("type")
    for key in ("title", "message", "abstract", "license"):
        if key in citation and not (isinstance(citation[key], str) and citation[key].strip()):
            found.append(key)
    if str(citation.get("version")) != version:
        found.append("version")
    if "date-released" in citation and not re.match(r"\d{4}-\d\d-\d\d$", str(citation["date-released"])):
        found.append("date-released")
    authors = citation.get("authors")
    for author in authors if isinstance(authors, list) and authors else [None]:
        if not isinstance(author, dict) or not author or not (
                set(author) <= PERSON or ("name" in author and set(author) <= ENTITY)):
            found.append("authors")
    keywords = citation.get("keywords", ["x"])
    if not (isinstance(keywords, list) and keywords and len(set(keywords)) == len(keywords)
            and all(isinstance(word, str) and word for word in keywords)):
        found.append("keywords")
    return found


def main():
    checks = Checks(sys.argv[1])
    with open(os.path.join(sys.argv[2], "CITATION.cff"), encoding="utf-8") as file:
        text = file.read()
    version = checks.run("--version")[1].split()[1]
    checks.check(faults(yaml.safe_load(text), version) == [], "CITATION.cff: %s"
                 % faults(yaml.safe_load(text), version))
    for old, new, fault in (("\ntitle: Couplet\n", "\n", "title is missing"),
                            ("cff-version: 1.2.0", "cff-version: 1.2.1", "cff-version"),
                            ("type: software", "type: program", "type"),
                            ("\nversion: ", "\nversion: 9.", "version"),
                            ("\nlicense:", "\nlicence:", "licence is not a key"),
                            ("  - name: The", "  - title: The", "authors"),
                            ("  - automata\n", "  - verification\n", "keywords")):
        checks.check(old in text and fault in faults(yaml.safe_load(text.replace(old, new)), version),
                     "a wrong file is found out: " + fault)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
