"""Small pieces of app code in which single lines are marked as weak or safe, written from documentation.

A group is a folder below `suite/AREA` and is audited by itself, without the marks: at the end of a line `// weak: CLASS HOW` asks for a
finding of one of the rules of the class on that line, `// safe: CLASS` for none of them. HOW says how far the value travels: `direct`,
`helper` (through another function or constant of the file) or `file` (from another file). `classes.json` has the rules of each class.
"""

import json
import pathlib
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field

from audit.accuracy import apps
from audit.accuracy.tool import Tool

FOLDER = pathlib.Path(__file__).resolve().parent / "suite"
MARK = re.compile(r"\s*//\s*(weak|safe): ([a-z-]+)(?: (direct|helper|file))?\s*$")


@dataclass
class Mark:
    file: str
    line: int
    is_weak: bool
    name: str
    how: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name} {self.how}: {self.text.strip()}"


@dataclass
class Result:
    weak: Counter = field(default_factory=Counter)
    found: Counter = field(default_factory=Counter)
    how: Counter = field(default_factory=Counter)
    found_how: Counter = field(default_factory=Counter)
    safe: Counter = field(default_factory=Counter)
    flagged: Counter = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def measure(tool: Tool, state: pathlib.Path, only: str = "") -> Result:
    """Audits every group whose area and name begin with `only`."""
    classes = json.loads((FOLDER / "classes.json").read_text(encoding="utf-8"))
    result = Result()
    root = state / "suite"
    shutil.rmtree(root, ignore_errors=True)
    for group in sorted(folder for folder in FOLDER.glob("*/*") if folder.is_dir()):
        name = f"{group.parent.name}/{group.name}"
        if name.startswith(only):
            marks = _unmarked(group, root / name)
            _compare(name, marks, apps.shown(tool.audit(root / name)["findings"]), classes, result)
    return result


def _unmarked(group: pathlib.Path, copy: pathlib.Path) -> list[Mark]:
    """Writes the group without its marks to `copy` and gives the marks."""
    marks = []
    for file in sorted(path for path in group.rglob("*") if path.is_file()):
        name, lines = file.relative_to(group).as_posix(), []
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if mark := MARK.search(text):
                text = text[: mark.start()]
                marks.append(Mark(name, number, mark[1] == "weak", mark[2], mark[3] or "", text))
            lines.append(text)
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return marks


def _compare(name: str, marks: list[Mark], findings: list[dict], classes: dict[str, list[str]], result: Result) -> None:
    for mark in marks:
        rules = classes[mark.name]
        said = [
            finding["rule"] for finding in findings
            if finding["rule"] in rules and finding["file"] == mark.file and finding["startLine"] <= mark.line <= finding["endLine"]]
        if mark.is_weak:
            result.weak[mark.name] += 1
            result.how[mark.how] += 1
            result.found[mark.name] += bool(said)
            result.found_how[mark.how] += bool(said)
            if not said:
                result.missed.append(f"{name}/{mark}")
        else:
            result.safe[mark.name] += 1
            result.flagged[mark.name] += bool(said)
            if said:
                result.wrong.append(f"{name}/{mark}: {said[0]}")
