"""Real apps: how much of what an audit says about them is true, by the verdicts of a person who read every finding.

The folder `apps` has one file an app: its number, its kind, the digest of its sources, whether it is sealed, and for each finding the
fingerprint, the rule, the severity at which it was read, the verdict, the severity it deserves, and the reason. A sealed app's
findings are read only after the rules are done, so that its figures say what the audit is worth on code that nobody tuned it to.
"""

import hashlib
import json
import pathlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from audit.accuracy import places
from audit.accuracy.tool import Tool

FOLDER = pathlib.Path(__file__).resolve().parent / "apps"
SEVERITIES = ["none", "info", "low", "medium", "high", "critical"]


@dataclass
class App:
    number: int
    kind: str
    sealed: bool
    tree: pathlib.Path
    judged: dict[str, dict]


@dataclass
class Tally:
    """What was said about some apps."""

    lines: int = 0
    grades: Counter = field(default_factory=Counter)
    by_rule: dict[str, Counter] = field(default_factory=dict)
    by_severity: dict[str, Counter] = field(default_factory=dict)
    by_confidence: dict[str, Counter] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    were_true: int = 0
    scores: dict[int | str, int] = field(default_factory=dict)

    def count(self, finding: dict, grade: str) -> None:
        self.grades[grade] += 1
        for table, key in ((self.by_rule, "rule"), (self.by_severity, "severity"), (self.by_confidence, "confidence")):
            table.setdefault(finding[key], Counter())[grade] += 1


def known(corpus: pathlib.Path) -> Iterator[App]:
    """The apps of the corpus that have a file of verdicts, found by the digest of their sources."""
    trees = {digest(tree): tree for tree in sorted(corpus.iterdir()) if tree.is_dir()}
    for file in sorted(FOLDER.glob("*.json")):
        app = json.loads(file.read_text(encoding="utf-8"))
        if tree := trees.get(app["digest"]):
            yield App(app["number"], app["kind"], app["sealed"], tree, {entry["id"]: entry for entry in app["findings"]})


def digest(tree: pathlib.Path) -> str:
    """SHA-256 over the names and digests of all files."""
    whole = hashlib.sha256()
    for file in sorted((path for path in tree.rglob("*") if path.is_file()), key=lambda path: path.relative_to(tree).as_posix()):
        whole.update(file.relative_to(tree).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def shown(findings: list[dict]) -> list[dict]:
    """The findings that the text report shows without an option."""
    return [finding for finding in findings if finding["confidence"] != "low" and not finding.get("suppressed")]


def grade(finding: dict, entry: dict) -> str:
    """The verdict at the severity that the finding has today: one that was too loud is true once it is as quiet as it deserves."""
    if entry["verdict"] == "false" or entry["deserved"] == "none":
        return "minor" if entry["verdict"] == "minor" else "false"
    rank = SEVERITIES.index
    if rank(finding["severity"]) > rank(entry["deserved"]):
        return "minor"
    return "true" if entry["verdict"] == "true" or rank(finding["severity"]) < rank(entry["severity"]) else "minor"


def tally(tool: Tool, apps: list[App]) -> Tally:
    """Audits `apps` and compares what is said with what was judged."""
    result = Tally()
    for app in apps:
        result.lines += places.count_lines(app.tree)
        report = tool.audit(app.tree)
        now = shown(report["findings"])
        result.scores[app.number] = report["score"]["value"]
        for finding in now:
            entry = app.judged.get(finding["id"])
            if entry:
                result.count(finding, grade(finding, entry))
            else:
                result.unread.append(f"app {app.number}: {places.describe(finding)}")
        said = {finding["id"] for finding in now}
        true = [entry for entry in app.judged.values() if entry["verdict"] == "true"]
        result.were_true += len(true)
        result.lost += [f"app {app.number}: {entry['rule']}: {entry['reason']}" for entry in true if entry["id"] not in said]
    return result
