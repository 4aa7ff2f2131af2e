"""Rules about files: how long they are, what they are called, what they hold."""

import re
from collections import defaultdict
from pathlib import PurePosixPath

LONGEST_FILE = 400
LONGEST_SCRIPT = 200


def files_are_short(repository):
    """Swift files have 400 lines at most, and scripts 200"""
    lengths = {path: repository.text(path).count("\n") for path in repository.swift("Sources/", "Tests/", "Tools/", "Examples/Chat/")}
    for path, length in lengths.items():
        if length > LONGEST_FILE:
            yield path, length, f"{length} lines; {LONGEST_FILE} at most"
    for path in repository.paths:
        is_script = path.endswith((".sh", ".py")) or path in ("omamori", "check", ".ci/run")
        if is_script and repository.text(path).count("\n") > LONGEST_SCRIPT:
            yield path, LONGEST_SCRIPT, f"a script of more than {LONGEST_SCRIPT} lines: split it"


def no_vague_names(repository):
    """No file is called Utils, Utilities, Helpers or Manager"""
    for path in repository.paths:
        if re.search(r"(Utils?|Utilit(y|ies)|Helpers?|Managers?)\.\w+$", path):
            yield path, 1, "a name that says nothing about what is inside"


def names_differ_by_more_than_case(repository):
    """No two paths, and no two modules, differ only by case"""
    spellings = defaultdict(set)
    for path in repository.paths:
        parents = [str(parent) for parent in PurePosixPath(path).parents]
        for place in [path, *parents]:
            spellings[place.lower()].add(place)
        parts = PurePosixPath(path).parts
        if path.startswith("Examples/Chat/"):
            parts = parts[2:]
        if len(parts) > 2 and parts[0] in ("Sources", "Tests"):
            spellings["module " + parts[1].lower()].add(parts[1])
    for group in spellings.values():
        if len(group) > 1:
            yield sorted(group)[0], 1, "differs only by case from " + ", ".join(sorted(group)[1:])


ALL = [files_are_short, no_vague_names, names_differ_by_more_than_case]
