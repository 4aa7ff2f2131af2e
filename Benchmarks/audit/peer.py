"""mobsfscan, another scanner for mobile apps, installed from PyPI into a folder of its own."""

import json
import os
import pathlib
import subprocess
import sys

import measure

VERSION = "1.1.0"


def install(folder: pathlib.Path) -> pathlib.Path | None:
    """The program, or `None` when it can not be installed."""
    program = folder / f"mobsfscan-{VERSION}" / "bin" / "mobsfscan"
    if program.exists():
        return program
    environment = program.parent.parent
    steps = (
        [sys.executable, "-m", "venv", str(environment)],
        [str(environment / "bin/python3"), "-m", "pip", "install", "--quiet", f"mobsfscan=={VERSION}"],
    )
    for step in steps:
        if subprocess.run(step, check=False).returncode != 0:
            return None
    return program if program.exists() else None


def run(program: pathlib.Path, tree: pathlib.Path, state: pathlib.Path) -> measure.Cost:
    """One run over `tree`; it counts only when semgrep, which mobsfscan looks for on the path, ran as well."""
    report = state / "mobsfscan.json"
    report.unlink(missing_ok=True)
    path = f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = os.environ | {"PATH": path, "SEMGREP_SEND_METRICS": "off"}
    command = [str(program), "--type", "ios", "--json", "--output", str(report), str(tree)]
    cost = measure.run(command, str(state / "peer.log"), environment)
    errors = json.loads(report.read_text()).get("errors") if report.exists() else ["it wrote no report"]
    if errors:
        print(f"mobsfscan did not finish: {errors[0]}")
    return cost
