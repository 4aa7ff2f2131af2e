"""How much an audit finds, and how much of what it says is true."""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator

from audit.accuracy import apps, order, pairs, places, rival, suite, table
from audit.accuracy.tool import Tool
from judge import Judge

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent.parent / "Examples"


def run(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Measures and judges; gives an exit code when there is no answer, 0 otherwise."""
    if not options.tool.exists():
        print(f"{options.tool} is missing; run: swift build -c release --product omamori", file=sys.stderr)
        return 3
    tool = Tool(options.tool)
    recall = _recall(tool, bars, judge)
    if not options.no_peer:
        _compare(recall, options.state, bars, judge)
    _pairs(tool, options.state, bars, judge)
    _suite(tool, options.state, bars, judge)
    _precision(tool, bars, judge)
    return 0


def run_apps(options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> int:
    """Only what is said about real apps, or about those with the numbers that `options` names."""
    if not options.tool.exists():
        print(f"{options.tool} is missing; run: swift build -c release --product omamori", file=sys.stderr)
        return 3
    _precision(Tool(options.tool), bars, judge, options.apps)
    return 0


def write_table(options: argparse.Namespace, _bars: dict[str, float], judge: Judge) -> int:
    """Writes `table.md`: each real app and each example with its score, its findings and what a reader says."""
    if not options.tool.exists():
        print(f"{options.tool} is missing; run: swift build -c release --product omamori", file=sys.stderr)
        return 3
    with _corpus() as folder:
        if folder is None:
            judge.unanswered("table of real apps", "OMAMORI_CORPUS names no folder or archive")
            return 0
        table.write(Tool(options.tool), sorted(apps.known(folder), key=lambda app: app.number), EXAMPLES)
    return 0


@contextlib.contextmanager
def _corpus() -> Iterator[pathlib.Path | None]:
    """The folder with the real apps that OMAMORI_CORPUS names, unpacked if it is an archive."""
    corpus = os.environ.get("OMAMORI_CORPUS")
    if not corpus or not pathlib.Path(corpus).is_file():
        yield pathlib.Path(corpus) if corpus else None
        return
    with tempfile.TemporaryDirectory() as unpacked:
        subprocess.run(["tar", "-xf", corpus, "-C", unpacked], check=True)
        yield pathlib.Path(unpacked)


def _weak_apps() -> list[pathlib.Path]:
    return sorted(path.parent for path in EXAMPLES.glob("*/planted.json"))


def _recall(tool: Tool, bars: dict[str, float], judge: Judge) -> float:
    """The weak apps: what is found of their weaknesses, and what is said of lines that only look weak.

    Gives the share that was found, in percent.
    """
    there, found, looks_weak, flagged = Counter(), Counter(), 0, 0
    for app in _weak_apps():
        findings = tool.audit(app)["findings"]
        weaknesses = places.read(app / "planted.json") + places.read(app / "undetected.json")
        missed = [place for place in weaknesses if not any(place.means(finding) for finding in findings)]
        there.update(tool.category(place.rule) for place in weaknesses)
        found.update(tool.category(place.rule) for place in weaknesses if place not in missed)
        negatives = places.read(app / "negatives.json")
        wrong = [finding for finding in places.spoken(findings) if any(place.holds(finding) for place in negatives)]
        looks_weak, flagged = looks_weak + len(negatives), flagged + len(wrong)
        unlisted = [finding for finding in places.spoken(findings) if not any(place.means(finding) for place in weaknesses)]
        print(f"{app.name}: {len(weaknesses) - len(missed)} of {len(weaknesses)} weaknesses, {len(unlisted)} findings in no list")
        _list("not found", missed)
        _list("in no list", [places.describe(finding) for finding in unlisted])
    recall = 100 * sum(found.values()) / max(sum(there.values()), 1)
    judge.at_least("recall, %", recall, bars["auditRecall"], 1)
    for category in sorted(there, key=lambda name: (len(name), name)):
        share = 100 * found[category] / there[category]
        judge.at_least(f"recall, {category}, % of {there[category]}", share, bars["auditRecallOfCategory"], 0)
    judge.at_most(f"findings on {looks_weak} lines that only look weak", flagged, looks_weak // bars["auditNegativesForOneFalse"], 0)
    return recall


def _compare(recall: float, state: pathlib.Path, bars: dict[str, float], judge: Judge) -> None:
    what, theirs = "weaknesses found for each that mobsfscan finds", rival.compare(_weak_apps(), state)
    if isinstance(theirs, str):
        judge.unanswered(what, theirs)
    else:
        judge.at_least(what, recall / max(theirs, 0.1), bars["auditRecallTimesPeer"], 1)


def _pairs(tool: Tool, state: pathlib.Path, bars: dict[str, float], judge: Judge) -> None:
    originals = [*pairs.written(), *pairs.examples(tool)]
    everything = [variant for pair in originals for variant in pairs.variants(pair)]
    right, wrong = pairs.told_apart(tool, everything, state)
    print(f"pairs: {len(originals)}, with variants {len(everything)}")
    _list("wrong", wrong)
    judge.at_least("pairs told apart, %", 100 * right / max(len(everything), 1), bars["auditPairs"], 1)


def _suite(tool: Tool, state: pathlib.Path, bars: dict[str, float], judge: Judge) -> None:
    result = suite.measure(tool, state)
    for name in sorted(result.weak | result.safe):
        print(f"    {name}: {result.found[name]} of {result.weak[name]} weak lines, {result.flagged[name]} of {result.safe[name]} safe ones")
    for how in sorted(result.how):
        print(f"    {how}: {result.found_how[how]} of {result.how[how]} weak lines")
    _list("not found", result.missed)
    _list("safe and reported", result.wrong)
    weak, safe = sum(result.weak.values()), sum(result.safe.values())
    found = 100 * sum(result.found.values()) / max(weak, 1)
    judge.at_least(f"weak lines of the suite, found, % of {weak}", found, bars["auditSuiteFound"], 1)
    flagged = 100 * sum(result.flagged.values()) / max(safe, 1)
    judge.at_most(f"safe lines of the suite, reported, % of {safe}", flagged, bars["auditSuiteSafeFlagged"], 1)


def _precision(tool: Tool, bars: dict[str, float], judge: Judge, numbers: list[int] | None = None) -> None:
    """Apps that others wrote, from the folder or archive that OMAMORI_CORPUS names; sealed ones are counted by themselves."""
    with _corpus() as folder:
        if folder is None:
            print("real apps are left out: OMAMORI_CORPUS names no folder or archive")
            return
        everything = [app for app in apps.known(folder) if app.judged and (not numbers or app.number in numbers)]
        for name, sealed in (("open", False), ("sealed", True)):
            some = [app for app in everything if app.sealed == sealed]
            if some:
                result = apps.tally(tool, some)
                _judge_apps(name, result, bars, judge)
                if not sealed and not numbers:
                    _order(tool, result.scores, bars, judge)
        if not everything:
            judge.unanswered("findings on real apps", "OMAMORI_CORPUS has no app with verdicts")


def _judge_apps(name: str, result: apps.Tally, bars: dict[str, float], judge: Judge) -> None:
    total = sum(result.grades.values())
    print(f"{name} apps: {result.lines} lines, {total} findings with a verdict, {len(result.unread)} without")
    for title, table in (("rule", result.by_rule), ("severity", result.by_severity), ("confidence", result.by_confidence)):
        for key in sorted(table):
            grades = table[key]
            print(f"    {title} {key}: {grades['true']} true, {grades['minor']} minor, {grades['false']} false")
    _list("nobody has read", result.unread)
    _list("was true and is not said", result.lost)
    grave = sum((result.by_severity.get(severity, Counter()) for severity in ("high", "critical")), Counter())
    true, right = _share(result.grades, "true"), _share(result.grades, "true", "minor")
    judge.at_least(f"{name} apps, true, % of {total}", true, bars["auditTrue"], 0)
    judge.at_least(f"{name} apps, true or minor, %", right, bars["auditTrueOrMinor"], 0)
    if grave:
        judge.at_least(f"{name} apps, true of critical and high, % of {sum(grave.values())}", _share(grave, "true"), bars["auditGraveTrue"], 0)
    for confidence in sorted(result.by_confidence.keys() & {"high", "medium"}):
        share = _share(result.by_confidence[confidence], "true")
        judge.at_least(f"{name} apps, true of {confidence} confidence, %", share, bars[f"auditTrueAtConfidence{confidence.title()}"], 0)
    judge.at_most(f"{name} apps, false a 1,000 lines", 1000 * result.grades["false"] / max(result.lines, 1), bars["auditFalseInThousandLines"], 3)
    judge.at_most(f"{name} apps, true ones that are not said any more, %", 100 * len(result.lost) / max(result.were_true, 1), bars["auditTrueLost"], 1)


def _order(tool: Tool, scores: dict[int | str, int], bars: dict[str, float], judge: Judge) -> None:
    """Whether the score agrees with the order in which a person put the open apps and the examples."""
    agreement, number = order.agreement(scores)
    judge.at_least(f"rank correlation of score and order, {number} open apps", agreement, bars["auditScoreOrder"], 3)
    everything = scores | {name: tool.audit(EXAMPLES / name)["score"]["value"] for name in order.examples()}
    print("    scores: " + ", ".join(f"{name} {value}" for name, value in everything.items()))
    agreement, number = order.agreement(everything)
    judge.at_least(f"rank correlation of score and order, {number} with the examples", agreement, bars["auditScoreOrder"], 3)


def _share(grades: Counter, *names: str) -> float:
    return 100 * sum(grades[name] for name in names) / max(sum(grades.values()), 1)


def _list(name: str, entries: list) -> None:
    for entry in entries:
        print(f"    {name}: {entry}")
