"""Lists of places with their verdicts, and which finding is meant by which place."""

import json
import pathlib
from collections.abc import Iterable


class Place:
    """One entry of a list: lines of a file, and the rule that has to report them or, in a list of negatives, none."""

    def __init__(self, entry: dict) -> None:
        self.rule: str | None = entry.get("rule")
        self.rules = {entry.get("rule"), *entry.get("orRules", [])}
        self.file: str = entry["file"]
        self.line: int = entry["line"]
        self.text: str = entry.get("text", "")
        self.verdict: str = entry.get("verdict", "true")
        self._spots = [(spot.get("file", self.file), spot["line"], spot.get("endLine", spot["line"])) for spot in [entry, *entry.get("or", [])]]

    def holds(self, finding: dict) -> bool:
        """Whether the finding overlaps these lines, whatever its rule."""
        return any(
            finding["file"] == file and finding["startLine"] <= last and finding["endLine"] >= first
            for file, first, last in self._spots)

    def means(self, finding: dict) -> bool:
        """Whether the finding overlaps these lines and is of the rule."""
        return finding["rule"] in self.rules and self.holds(finding)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule or 'nothing'}: {self.text}"


def read(path: pathlib.Path) -> list[Place]:
    """The places of a list; none when there is no such file."""
    if not path.exists():
        return []
    entries = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(entries, dict):
        entries = entries["findings"]
    return [Place(entry) for entry in entries]


def spoken(findings: Iterable[dict]) -> list[dict]:
    """The findings that a report shows without an option: of medium confidence and more, and no inventory."""
    return [
        finding for finding in findings
        if finding["confidence"] != "low" and finding["severity"] != "info" and not finding.get("suppressed")]


def count_lines(tree: pathlib.Path) -> int:
    """The lines of Swift and Objective-C that an audit reads by default: what lies in folders of tests is left out."""
    names = {".swift", ".m", ".mm", ".h"}
    left_out = {"tests", "test", "fixtures", "testdata", "benchmarks", "examples", "third_party", "vendor", "pods"}
    files = [tree] if tree.is_file() else tree.rglob("*")
    return sum(
        file.read_bytes().count(b"\n") for file in files
        if file.suffix in names and file.is_file() and not left_out & {part.lower() for part in file.relative_to(tree).parts[:-1]})


def describe(finding: dict) -> str:
    return f"{finding['file']}:{finding['startLine']}: {finding['rule']} ({finding['confidence']}): {finding['message']}"
