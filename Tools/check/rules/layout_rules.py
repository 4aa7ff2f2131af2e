"""Rules about files: how long they are, what they are called, what they hold."""

import re
import statistics
from collections import defaultdict
from pathlib import PurePosixPath

from repository import line_of

LONGEST_FILE = 400
MEDIAN_FILE = 120
LONGEST_SCRIPT = 200


def files_are_short(repository):
    """Swift files have 400 lines at most, scripts 200, and the median of Sources is under 120"""
    lengths = {path: repository.text(path).count("\n") for path in repository.swift("Sources/", "Tests/", "Tools/")}
    for path, length in lengths.items():
        if length > LONGEST_FILE:
            yield path, length, f"{length} lines; {LONGEST_FILE} at most"
    for path in repository.paths:
        is_script = path.endswith((".sh", ".py")) or path in ("omamori", "check", ".ci/run")
        if is_script and repository.text(path).count("\n") > LONGEST_SCRIPT:
            yield path, LONGEST_SCRIPT, f"a script of more than {LONGEST_SCRIPT} lines: split it"
    sources = [length for path, length in lengths.items() if path.startswith("Sources/")]
    if sources and statistics.median(sources) >= MEDIAN_FILE:
        yield "Sources", 1, f"the median file has {statistics.median(sources)} lines; it must be under {MEDIAN_FILE}"


def one_public_type_a_file(repository):
    """A file declares one public type at most, and has its name (or Name+Aspect)"""
    pattern = re.compile(
        r"^(?:@\S+\s+)*(?:public|open)\s+(?:final\s+|indirect\s+|nonisolated\s+|distributed\s+)*"
        r"(?:struct|class|actor|enum|protocol)\s+(\w+)",
        re.MULTILINE,
    )
    for path in repository.swift("Sources/"):
        code = repository.split(path).code
        types = [match for match in pattern.finditer(code) if _is_outermost(code, match.start())]
        if len(types) > 1:
            names = ", ".join(match.group(1) for match in types)
            yield path, line_of(code, types[1].start()), f"{len(types)} public types: {names}"
        elif types and PurePosixPath(path).stem.split("+")[0] != types[0].group(1):
            yield path, line_of(code, types[0].start()), f"the public type is {types[0].group(1)}"


def _is_outermost(code, offset):
    before = code[:offset]
    return before.count("{") == before.count("}")


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
        if len(parts) > 2 and parts[0] in ("Sources", "Tests"):
            spellings["module " + parts[1].lower()].add(parts[1])
    for group in spellings.values():
        if len(group) > 1:
            yield sorted(group)[0], 1, "differs only by case from " + ", ".join(sorted(group)[1:])


ALL = [files_are_short, one_public_type_a_file, no_vague_names, names_differ_by_more_than_case]
