"""Whether the score puts apps in the order in which a person put them after reading their findings.

`order.json` was written before there was a formula: `rank` 1 is the best, and each place has its reason.
"""

import json
import pathlib
from statistics import correlation

FILE = pathlib.Path(__file__).resolve().parent / "order.json"


def agreement(scores: dict[int | str, int]) -> tuple[float, int]:
    """Spearman's rank correlation between the order and `scores`, by the number or name of an app, and of how many apps."""
    ranked = [(entry["rank"], scores[name]) for entry in json.loads(FILE.read_text(encoding="utf-8")) if (name := _name(entry)) in scores]
    if len(ranked) < 3:
        return 0, len(ranked)
    return correlation(_ranks([-rank for rank, _ in ranked]), _ranks([score for _, score in ranked])), len(ranked)


def examples() -> list[str]:
    """The apps of the order that are in this repository."""
    return [entry["example"] for entry in json.loads(FILE.read_text(encoding="utf-8")) if "example" in entry]


def reasons() -> dict[int | str, str]:
    """What a reader said about each app and each example."""
    return {_name(entry): entry["reason"] for entry in json.loads(FILE.read_text(encoding="utf-8"))}


def _ranks(values: list[int]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    return [sum(other < value for other in values) + values.count(value) / 2 for value in values]


def _name(entry: dict) -> int | str:
    return entry["app"] if "app" in entry else entry["example"]
