"""Which parts of the repository a change can reach.

reach.py CHANGED PATH…   CHANGED is a file with the changed paths, one a line. Prints each PATH that they reach: a PATH
                         that holds one of them, or that imports a module that does, directly or not.

The variable CHECK_STAGE names the stage that asks. What only another stage uses reaches nothing then.
"""

import os
import re
import sys
from functools import cache
from pathlib import Path

_IMPORT = re.compile(r"^ *(?:@\w+(?:\(\w+\))? +)*(?:(?:public|package|internal) +)?import +(\w+)", re.M)
_ROOTS = ("Sources", "Tests", "Tests/AppleFakes", "Examples/Chat/Sources", "Examples/Chat/Tests")
# What decides how anything is built or checked.
_EVERYTHING = (
    "Package.swift", "check", ".ci/run", "Tools/check/", "Tools/packages/", "Tools/prepare.sh", "Tools/shell/", "Plugins/",
    "Sources/RuleCatalogGenerator/",
)
# Which stage a file of Tools/check belongs to, where its name does not say so.
_STAGES = {
    "concurrent-suites.txt": "tsan", "false-races.txt": "tsan", "lib/tsan.sh": "tsan", "lib/fuzzing.sh": "fuzz",
    "lib/readme.py": "readme", "lib/api.py": "api", "serial-suites.txt": "tests", "lib/quick.sh": "tests",
}
_STAGE_FILE = re.compile(r"Tools/check/(?:(?P<stage>rules)/.*|(?P<name>\w+)\.sh|(?P<part>[\w/.-]+))")
# What the tests of a target read besides their own folder.
_READ = {
    "Tests/AuditTests": ["Documentation", "Examples", "Fuzz/corpus"],
    "Tests/CommandTests": ["Examples", "Documentation"],
    "Tests/OmamoriAuditLogTests": ["Documentation/formats"],
    "Tests/OmamoriCryptoTests": ["Fuzz/corpus"],
    "Tests/OmamoriMessagingTests": ["Tests/SignalPeer"],
    "Tests/OmamoriReportTests": ["Documentation/formats", "Examples"],
}


@cache
def imports(path):
    """The names of the modules that the Swift sources in PATH import."""
    files = [path] if path.is_file() else path.rglob("*.swift")
    return {name for file in files for name in _IMPORT.findall(file.read_text(encoding="utf-8"))}


def folders(path):
    """PATH, and the folders of the modules that it needs."""
    seen, next_paths = set(), [path]
    while next_paths:
        current = next_paths.pop()
        if current in seen:
            continue
        seen.add(current)
        next_paths += map(Path, _READ.get(str(current), []))
        for name in imports(current):
            next_paths += [Path(root, name) for root in _ROOTS if Path(root, name).is_dir()]
    return seen


def is_of_another_stage(path):
    """Whether only a stage that does not ask uses the file."""
    asking, match = os.environ.get("CHECK_STAGE"), _STAGE_FILE.fullmatch(path)
    if not asking or not match:
        return False
    stage = match["stage"] or match["name"] or _STAGES.get(match["part"])
    return stage is not None and stage != asking


def main(changed, paths):
    """Prints those of PATHS that the files named in CHANGED reach."""
    lines = [line for line in Path(changed).read_text(encoding="utf-8").splitlines() if line]
    lines = [line for line in lines if not is_of_another_stage(line)]
    if any(line.startswith(_EVERYTHING) for line in lines):
        print(*paths, sep="\n")
        return
    for path in paths:
        needed = [f"{folder}/" for folder in folders(Path(path))]
        if path in lines or any(line.startswith(tuple(needed)) for line in lines):
            print(path)


main(sys.argv[1], sys.argv[2:])
