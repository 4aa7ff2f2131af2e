"""A table of the real apps, by number and kind, and of the example apps: score, findings by severity, what a reader says."""

import pathlib
from collections import Counter

from audit.accuracy import apps, order
from audit.accuracy.tool import Tool

FILE = pathlib.Path(__file__).resolve().parent / "table.md"
SEVERITIES = ["critical", "high", "medium", "low", "info"]
HEAD = """# What an audit says about real apps and about the examples

Written by `python3 Benchmarks/run.py --only table`. The real apps are those of `apps`, by number and kind. Findings are those
that an audit shows without an option; the score counts doubtful ones too, by a tenth. A person read each finding of the real
apps (`apps/*.json`): *true*, right but *minor*, or *false*. The words about an app are those of `order.json`, written before
there was a score, so they also speak of findings that today's audit no longer makes. Four apps are sealed: nobody wrote about
them.

| app | score | critical | high | medium | low | info | fails at `high` | verdicts | what a reader says |
|---|---|---|---|---|---|---|---|---|---|
"""


def write(tool: Tool, real: list[apps.App], examples: pathlib.Path) -> None:
    """Audits everything and writes the table, the best score first."""
    words = order.reasons()
    rows = [_row(f"{app.number}: {app.kind}", tool.audit(app.tree), app.judged, words.get(app.number, "(sealed)")) for app in real]
    rows += [_row(name, tool.audit(examples / name), None, words[name]) for name in order.examples()]
    rows.sort(key=lambda row: -row[0])
    FILE.write_text(HEAD + "".join(f"{line}\n" for _, line in rows), encoding="utf-8")
    print(f"wrote {FILE.name}: {len(rows)} apps")


def _row(name: str, report: dict, judged: dict[str, dict] | None, words: str) -> tuple[int, str]:
    shown = apps.shown(report["findings"])
    counts = Counter(finding["severity"] for finding in shown)
    score = report["score"]["value"]
    fails = "yes" if counts["critical"] + counts["high"] else "no"
    cells = [name, score, *(counts[severity] for severity in SEVERITIES), fails, _read(shown, judged), words]
    return score, "| " + " | ".join(map(str, cells)) + " |"


def _read(shown: list[dict], judged: dict[str, dict] | None) -> str:
    if judged is None:
        return "–"
    grades = Counter(apps.grade(finding, judged[finding["id"]]) if finding["id"] in judged else "unread" for finding in shown)
    return ", ".join(f"{grades[grade]} {grade}" for grade in ("true", "minor", "false", "unread") if grades[grade]) or "nothing"
