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


def run(program: pathlib.Path, tree: pathlib.Path, state: pathlib.Path) -> tuple[measure.Cost, str | None]:
    """What one run over `tree` cost, and why it does not count, if it does not.

    semgrep, which does most of the work, is looked for on the path; without it mobsfscan ends at once, and its exit code
    is 1 all the same, as it is when something was found. semgrep may not wait for a server that tells of new versions.
    """
    report, log = state / "mobsfscan.json", state / "peer.log"
    report.unlink(missing_ok=True)
    environment = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "SEMGREP_SEND_METRICS": "off",
        "SEMGREP_ENABLE_VERSION_CHECK": "0",
        "SEMGREP_SETTINGS_FILE": str(state / "semgrep-settings.yml"),
        "SEMGREP_LOG_FILE": str(state / "semgrep.log"),
    }
    command = [str(program), "--type", "ios", "--json", "--output", str(report), str(tree)]
    cost = measure.run(command, str(log), environment)
    return cost, _problem(cost, report, log)


def _problem(cost: measure.Cost, report: pathlib.Path, log: pathlib.Path) -> str | None:
    if cost.exit_code not in (0, 1):
        return f"exit code {cost.exit_code}; {_last_line(log)}"
    try:
        errors = json.loads(report.read_text()).get("errors", [])
    except (OSError, ValueError) as error:
        return f"no report that can be read ({error}); {_last_line(log)}"
    # A file that semgrep understands in part is a warning.
    severe = [error for error in errors if not isinstance(error, dict) or error.get("level") == "error"]
    if not severe:
        return None
    return str(severe[0].get("message", severe[0]) if isinstance(severe[0], dict) else severe[0])


def _last_line(log: pathlib.Path) -> str:
    lines = log.read_text(errors="replace").split("\n")
    return next((line.strip()[:300] for line in reversed(lines) if line.strip()), "it said nothing")
