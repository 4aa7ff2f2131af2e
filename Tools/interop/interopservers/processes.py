"""Processes that outlive this one: started in sessions of their own, remembered in files, ended by process id."""

import contextlib
import os
import signal
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60  # seconds that a server may take until it answers


class NotReady(Exception):
    """A server did not start, or did not answer as it should."""


class Processes:
    """What runs for one server; FOLDER/NAME.pid holds the process id and the time that the kernel says it began."""

    def __init__(self, folder):
        self.folder = folder

    def start(self, name, command, environment=None, folder=None):
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{name}.log").open("ab") as log, termination_postponed():
            process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=folder, env={**os.environ, **(environment or {})}, start_new_session=True)
            (self.folder / f"{name}.pid").write_text(f"{process.pid} {began(process.pid)}\n")
        return process

    def running(self):
        return {path.stem: pid for path, pid in self._recorded() if pid}

    def stop_all(self):
        for path, pid in self._recorded():
            if pid:
                end_group(pid)
            path.unlink()

    def await_answer(self, process, url, authority=None):
        """Waits until URL answers with 200, the process ends, or patience does."""
        context = ssl.create_default_context(cafile=authority) if authority else None
        deadline, last = time.monotonic() + PATIENCE, "no answer"
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise NotReady(f"{process.args[0]} ended with {process.returncode}; its log is in {self.folder}")
            try:
                with urllib.request.urlopen(url, timeout=5, context=context) as answer:
                    return answer.read()
            except (urllib.error.URLError, OSError) as fault:
                last = fault
            time.sleep(0.1)
        raise NotReady(f"{url} did not answer in {PATIENCE} s: {last}; the logs are in {self.folder}")

    def _recorded(self):
        for path in sorted(self.folder.glob("*.pid")):
            pid, start = path.read_text().split()
            yield path, int(pid) if began(int(pid)) == start else None


@contextlib.contextmanager
def termination_postponed():
    """A termination in here takes effect at the end, so that no process is started and then forgotten."""
    arrived = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: arrived.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
    if arrived:
        os.kill(os.getpid(), signal.SIGTERM)


def run(command, environment=None, folder=None, text=None):
    """Runs a command to its end and answers what it wrote; a failure says so with the command's own words."""
    done = subprocess.run(
        [str(part) for part in command], input=text, capture_output=True, text=True, timeout=120, check=False,
        cwd=folder, env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise NotReady(f"{Path(str(command[0])).name} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def began(pid):
    """When the process began, in ticks since the machine did; with the process id it names a process for good."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "gone"
    fields = text.rpartition(")")[2].split()
    return "gone" if fields[0] == "Z" else fields[19]


def end_group(pid):
    """Ends the process group that PID leads, kindly at first."""
    for number, patience in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 2.0)):
        try:
            os.killpg(pid, number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and group_lives(pid):
            time.sleep(0.05)
        if not group_lives(pid):
            return


def group_lives(pid):
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[2] == str(pid) and fields[0] != "Z":
            return True
    return False
