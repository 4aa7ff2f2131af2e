#!/usr/bin/env python3
"""Measures what audits, audit logs, tokens, encryption, integrity checks, keychains, messages and requests cost and compares it with the bars in thresholds.json."""

import argparse
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import audit.accuracy.run  # noqa: E402
import audit.run  # noqa: E402
import auditlog.run  # noqa: E402
import auditverify.run  # noqa: E402
import auth.run  # noqa: E402
import crypto.run  # noqa: E402
import device.run  # noqa: E402
import keychain.run  # noqa: E402
import messaging.run  # noqa: E402
import transport.run  # noqa: E402
from judge import Judge  # noqa: E402

PARTS = {
    "accuracy": audit.accuracy.run.run,
    "apps": audit.accuracy.run.run_apps,
    "audit": audit.run.run,
    "auditlog": auditlog.run.run,
    "auditverify": auditverify.run.run,
    "auth": auth.run.run,
    "crypto": crypto.run.run,
    "device": device.run.run,
    "keychain": keychain.run.run,
    "messaging": messaging.run.run,
    "table": audit.accuracy.run.write_table,
    "transport": transport.run.run,
}


def main() -> int:
    options = arguments()
    bars = json.loads((HERE / "thresholds.json").read_text())
    judge = Judge()
    # The apps are a part of the accuracy, too, and the table measures nothing.
    for name in [options.only] if options.only else [name for name in PARTS if name not in ("apps", "table")]:
        print(f"{name}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        problem = PARTS[name](options, bars, judge)
        if problem:
            return problem
    return judge.verdict()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="Exit codes: 0 every bar holds, 1 a bar is missed, 2 usage, 3 something could not run.")
    root = HERE.parent
    parser.add_argument("--only", choices=sorted(PARTS), help="measure this part alone")
    parser.add_argument("--state", type=pathlib.Path, default=root / ".build/benchmarks", help="where files and logs go")
    parser.add_argument(
        "--no-peer", action="store_true", help="leave mobsfscan, node, age, gnome-keyring, libsignal, libolm, requests and httpx out")
    of_audit = parser.add_argument_group("audit")
    of_audit.add_argument(
        "--tool", type=pathlib.Path, default=root / ".build/release/omamori", help="the tool to measure")
    of_audit.add_argument("--lines", type=int, default=100_000, help="the least number of lines of the corpus")
    of_audit.add_argument("--repeat", type=int, default=3, help="how often each audit is repeated")
    of_audit.add_argument("--apps", type=_numbers, help="the numbers of the real apps to audit, such as 8,11")
    of_crypto = parser.add_argument_group("crypto")
    of_crypto.add_argument("--mebibytes", type=int, default=1024, help="the size of the large file")
    of_crypto.add_argument("--rounds", type=int, default=5, help="how often each work is repeated; the best counts")
    of_crypto.add_argument("--huge", action="store_true", help="measure the memory for a file of 8 GiB too")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    sys.exit(main())
