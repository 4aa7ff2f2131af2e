"""Plants known faults and looks whether the checker finds them."""

import re
from dataclasses import dataclass

MARK = re.compile(r"//\s*expect(?:\((?P<platform>\w+)\))?:\s*(?P<text>.+?)\s*$")
DIAGNOSTIC = re.compile(r"^(?P<file>[^:\n]+\.swift):(?P<line>\d+):\d+: error: (?P<text>.*)$", re.M)


@dataclass(frozen=True)
class Verdict:
    """What became of one fault file on one platform."""

    caught: bool
    explanation: str


def expectations(path, platform):
    """The errors a file's comments announce for a platform: pairs of a line number and a part of the text."""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        mark = MARK.search(line)
        if mark and mark["platform"] in (None, platform.name):
            yield number, mark["text"]


def judge(path, platform, checker, flags):
    """Compiles a file and compares its errors with the announced ones: each must come, and no other."""
    expected = list(expectations(path, platform))
    passed, diagnostics = checker.compile("Fault", flags, [path])
    found = [(int(match["line"]), match["text"]) for match in DIAGNOSTIC.finditer(diagnostics)]
    for line, text in expected:
        if not any(line == at and text in message for at, message in found):
            return Verdict(False, f"line {line}: no error says \"{text}\"")
    for line, message in found:
        if not any(line == at and text in message for at, text in expected):
            return Verdict(False, f"line {line}: not expected: {message}")
    if passed == bool(expected):
        return Verdict(False, diagnostics.strip() or "it compiled")
    return Verdict(True, expected[0][1] if expected else "compiles, as it must")
