"""Plants known faults and looks whether the checker finds them."""

import re
from dataclasses import dataclass
from pathlib import Path

MARK = re.compile(r"//\s*expect(?:\((?P<platforms>[\w, ]+)\))?:\s*(?P<text>.+?)\s*$")
DIAGNOSTIC = re.compile(r"^(?P<file>[^:\n]+\.swift):(?P<line>\d+):\d+: error: (?P<text>.*)$", re.M)


@dataclass(frozen=True)
class Verdict:
    """What became of one case on one platform."""

    caught: bool
    explanation: str


def expectations(paths, platform):
    """The errors that comments announce for a platform: file name, line number and a part of the text."""
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            mark = MARK.search(line)
            if mark and (mark["platforms"] is None or platform.name in re.split(r",\s*", mark["platforms"])):
                yield path.name, number, mark["text"]


def judge_dependency(checker, flags):
    """Plants a setting that controls warnings: without it Xcode has to take the flags, and with it has to refuse them."""
    if checker.refusal(flags):
        return Verdict(False, checker.refusal(flags).strip())
    refusal = checker.refusal([*flags, "-warnings-as-errors"]).strip()
    return Verdict("conflicting options" in refusal, refusal or "no error says \"conflicting options\"")


def judge(paths, platform, checker, flags):
    """Compiles the files of a case: each announced error must come, and no other."""
    expected = list(expectations(paths, platform))
    passed, diagnostics = checker.compile("Fault", flags, paths)
    found = {
        (Path(match["file"]).name, int(match["line"]), match["text"])
        for match in DIAGNOSTIC.finditer(diagnostics)
    }
    for error in expected:
        if not any(answers(announced=error, made=each) for each in found):
            return Verdict(False, f"{error[0]}:{error[1]}: no error says \"{error[2]}\"")
    for error in sorted(found):
        if not any(answers(announced=each, made=error) for each in expected):
            return Verdict(False, f"{error[0]}:{error[1]}: not expected: {error[2]}")
    if passed == bool(expected):
        return Verdict(False, diagnostics.strip() or "it compiled")
    return Verdict(True, expected[0][2] if expected else "compiles, as it must")


def answers(announced, made):
    """Whether the compiler's error is the announced one."""
    return made[:2] == announced[:2] and announced[2] in made[2]
