"""Asks the tool."""

import json
import pathlib
import subprocess


class Tool:
    def __init__(self, program: pathlib.Path) -> None:
        self._program = program
        listed = json.loads(self._run("rules", "list", "--json"))
        self.rules: dict[str, dict] = {rule["id"]: rule for rule in listed}

    def category(self, rule: str) -> str:
        """The category of 2024 that the rule belongs to first; rules that are not there yet have none."""
        return (self.rules.get(rule, {}).get("owaspMobile2024") or ["?"])[0]

    def audit(self, tree: pathlib.Path) -> dict:
        """The report of a folder or file, with what is uncertain."""
        return json.loads(self._run("audit", str(tree), "--json", "--quiet", "--fail-on", "none", "--min-confidence", "low"))

    def _run(self, *arguments: str) -> str:
        answer = subprocess.run([self._program, *arguments], capture_output=True, text=True, timeout=1800)
        if answer.returncode != 0:
            raise SystemExit(f"{arguments[0]} ended with exit code {answer.returncode}: {answer.stderr.strip()}")
        return answer.stdout
