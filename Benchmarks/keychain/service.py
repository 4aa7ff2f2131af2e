"""A gnome-keyring of the benchmark's own, on a bus of its own, with a keyring that is unlocked."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from keychain.keyring import ITEMS

PROGRAM = Path(__file__).resolve().parent / "keyring.py"
KEYRING = ".local/share/keyrings/login.keyring"
CONFIGURATION = """<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>
"""


def is_possible() -> bool:
    """Whether the programs for a keyring are there."""
    return all(shutil.which(name) for name in ["dbus-daemon", "gnome-keyring-daemon"])


def rates(state: Path) -> dict[str, float] | None:
    """Calls a second of `set` and `get` with 2,000 items in the keyring, which is kept in `state` for the next time."""
    filled = state / f"gnome-{ITEMS}.keyring"
    if not filled.exists():
        # Every call writes the whole keyring, so this takes minutes.
        print("  filling a keyring of gnome-keyring", flush=True)
        with session(None) as (place, environment):
            subprocess.run([sys.executable, PROGRAM, str(ITEMS)], env=environment, check=True)
            shutil.copyfile(place / KEYRING, filled)
    with session(filled) as (_, environment):
        command = [sys.executable, PROGRAM]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout, result.stderr, file=sys.stderr)
        return None
    return {name: float(value) for name, value in (line.split(" ") for line in result.stdout.splitlines())}


@contextlib.contextmanager
def session(keyring: Path | None) -> Iterator[tuple[Path, dict[str, str]]]:
    """A home with a bus and an unlocked keyring: its folder, and the environment of a program in it."""
    with tempfile.TemporaryDirectory(prefix="omamori-keyring-") as folder:
        place = Path(folder)
        (place / KEYRING).parent.mkdir(parents=True)
        if keyring:
            shutil.copyfile(keyring, place / KEYRING)
        (place / "bus.conf").write_text(CONFIGURATION.format(folder=folder))
        address = f"unix:path={folder}/bus"
        environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder, "DISPLAY": "",
            "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address,
        }
        with contextlib.ExitStack() as programs:
            start(programs, ["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={place / 'bus.conf'}"], {})
            wait_for(place / "bus")
            daemon = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
            process = start(programs, daemon, environment, stdin=subprocess.PIPE)
            process.stdin.write(b"benchmark")
            process.stdin.close()
            wait_for(place / KEYRING)
            # The name on the bus is taken before the keyring is open.
            time.sleep(1)
            yield place, environment


def start(
    programs: contextlib.ExitStack, command: list[str], environment: dict[str, str], stdin: int | None = None
) -> subprocess.Popen:
    """Starts a program that ends with `programs`."""
    process = subprocess.Popen(
        command, env=environment or None, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    programs.callback(process.wait)
    programs.callback(process.terminate)
    return process


def wait_for(path: Path) -> None:
    """Waits until a file is there, at most ten seconds."""
    for _ in range(500):
        if path.exists():
            return
        time.sleep(0.02)
