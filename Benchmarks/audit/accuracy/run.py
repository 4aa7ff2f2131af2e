"""How much an audit finds, and how much of what it says is true."""

import argparse
import json
import os
import pathlib
import sys
from collections import Counter

from audit.accuracy import pairs, places, rival
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
    _precision(tool, bars, judge)
    return 0


def _apps() -> list[pathlib.Path]:
    return sorted(path.parent for path in EXAMPLES.glob("*/planted.json"))


def _recall(tool: Tool, bars: dict[str, float], judge: Judge) -> float:
    """The weak apps: what is found of their weaknesses, and what is said of lines that only look weak.

    Gives the share that was found, in percent.
    """
    there, found, looks_weak, flagged = Counter(), Counter(), 0, 0
    for app in _apps():
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
    what, theirs = "weaknesses found for each that mobsfscan finds", rival.compare(_apps(), state)
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


def _precision(tool: Tool, bars: dict[str, float], judge: Judge) -> None:
    """Code that others wrote, from the folder that OMAMORI_CORPORA names: every finding was read once by a person."""
    folder = os.environ.get("OMAMORI_CORPORA")
    if not folder:
        print("foreign code is left out: OMAMORI_CORPORA names no folder")
        return
    true = false = lines = 0
    for manifest in sorted((HERE / "foreign").glob("*.json")):
        tree = pathlib.Path(folder) / json.loads(manifest.read_text(encoding="utf-8"))["tree"]
        if not tree.exists():
            print(f"{manifest.stem}: {tree.name} is not in OMAMORI_CORPORA")
            continue
        judged = places.read(manifest)
        unread = []
        for finding in places.spoken(tool.audit(tree)["findings"]):
            verdicts = {place.verdict for place in judged if place.means(finding)}
            if not verdicts:
                unread.append(places.describe(finding))
            true, false = true + ("true" in verdicts), false + (verdicts == {"false"})
        here = places.count_lines(tree)
        lines += here
        print(f"{manifest.stem}: {here} lines, {len(unread)} findings that nobody has read")
        _list("unread", unread)
    if true + false:
        judge.at_least(f"true findings in foreign code, % of {true + false}", 100 * true / (true + false), bars["auditPrecision"], 0)
    if lines:
        judge.at_most(f"false findings a 1,000 lines of {lines}", 1000 * false / lines, bars["auditFalseInThousandLines"], 3)


def _list(name: str, entries: list) -> None:
    for entry in entries:
        print(f"    {name}: {entry}")
