"""Prints `PASSED FAILED SKIPPED` of the reports that `swift test --xunit-output` wrote.

xunit.py REPORT…
xunit.py --silent FOLDER REPORT…   prints the suites below FOLDER of which no test is in the reports, one a line;
                                   with OMAMORI_TESTS, those of the targets that it names
"""

import os
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

_TYPE = re.compile(r"^(?:[a-z@].*[\s)])?(?:struct|class|actor|enum|extension) +(\w+)", re.M)
_TEST = re.compile(r"^ +(?:@\w+(?:\([^)]*\))? +)*@Test\b", re.M)


def cases(reports):
    """The test cases, read without the control characters that a message of a test may have and XML may not."""
    for path in reports:
        text = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", Path(path).read_bytes())
        yield from ElementTree.fromstring(text).iter("testcase")


def suites(folder):
    """`Target.Type` for each type with a test; those of the fuzz targets belong to Tests."""
    paths = [(path.relative_to(folder).parts[0], path) for path in Path(folder).glob("*/**/*.swift")]
    if folder == "Tests":
        paths += [("FuzzTests", path) for path in Path("Fuzz/Tests").glob("*.swift")]
    for target, path in paths:
        source = path.read_text(encoding="utf-8")
        types = [(match.start(), match.group(1)) for match in _TYPE.finditer(source)]
        for test in _TEST.finditer(source):
            around = [name for start, name in types if start < test.start()]
            if around:
                yield f"{target}.{around[-1]}"


def main(arguments):
    if arguments[0] == "--silent":
        heard = {".".join(re.split(r"[./]", case.get("classname"))[:2]) for case in cases(arguments[2:])}
        targets = os.environ.get("OMAMORI_TESTS", "").split() if arguments[1] == "Tests" else []
        silent = sorted(set(suites(arguments[1])) - heard)
        print(*(name for name in silent if not targets or name.split(".")[0] in targets), sep="\n")
        return
    found = list(cases(arguments))
    failed = sum(1 for case in found if case.find("failure") is not None or case.find("error") is not None)
    skipped = sum(1 for case in found if case.find("skipped") is not None)
    print(len(found) - failed - skipped, failed, skipped)


main(sys.argv[1:])
