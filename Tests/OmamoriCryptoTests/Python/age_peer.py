"""Encrypts and decrypts files with another implementation of age: the `age` program or the module pyrage.

age_peer.py TOOL probe
age_peer.py TOOL encrypt IN OUT binary|armor RECIPIENT...
age_peer.py TOOL decrypt IN OUT IDENTITY...
age_peer.py TOOL lock IN OUT binary|armor PASSWORD
age_peer.py TOOL unlock IN OUT PASSWORD
"""

import os
import pty
import shutil
import subprocess
import sys
import tempfile


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


class Program:
    """The `age` program, which takes passwords from a terminal only."""

    def probe(self):
        return shutil.which("age") is not None

    def encrypt(self, source, result, form, *recipients):
        options = ["-a"] if form == "armor" else []
        for recipient in recipients:
            options += ["-r", recipient]
        subprocess.run(["age", *options, "-o", result, source], check=True)

    def decrypt(self, source, result, *identities):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("# identities\n" + "\n".join(identities) + "\n")
            file.flush()
            subprocess.run(["age", "-d", "-i", file.name, "-o", result, source], check=True)
        self.complete(result)

    def lock(self, source, result, form, password):
        options = ["-a"] if form == "armor" else []
        self.at_terminal(["age", "-p", *options, "-o", result, source], password, 2)

    def unlock(self, source, result, password):
        self.at_terminal(["age", "-d", "-o", result, source], password, 1)
        self.complete(result)

    def complete(self, result):
        # The program makes no file for an empty plaintext.
        if not os.path.exists(result):
            write(result, b"")

    def at_terminal(self, command, password, prompts):
        child, terminal = pty.fork()
        if child == 0:
            os.execvp(command[0], command)
        said = b""
        while True:
            try:
                piece = os.read(terminal, 1024)
            except OSError:
                break
            if not piece:
                break
            said += piece
            if prompts and said.rstrip().endswith(b":"):
                os.write(terminal, password.encode() + b"\n")
                said, prompts = b"", prompts - 1
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit("age: " + said.decode(errors="replace"))


class Module:
    """The module pyrage, which is rage in Rust."""

    def probe(self):
        try:
            import pyrage  # noqa: F401
        except ImportError:
            return False
        return True

    def encrypt(self, source, result, form, *recipients):
        import pyrage

        keys = [pyrage.x25519.Recipient.from_str(text) for text in recipients]
        write(result, pyrage.encrypt(read(source), keys, armored=form == "armor"))

    def decrypt(self, source, result, *identities):
        import pyrage

        keys = [pyrage.x25519.Identity.from_str(text) for text in identities]
        write(result, pyrage.decrypt(read(source), keys))

    def lock(self, source, result, form, password):
        import pyrage

        write(result, pyrage.passphrase.encrypt(read(source), password, armored=form == "armor"))

    def unlock(self, source, result, password):
        import pyrage

        write(result, pyrage.passphrase.decrypt(read(source), password))


def main():
    tool, action, *arguments = sys.argv[1:]
    peer = {"age": Program, "pyrage": Module}[tool]()
    if action == "probe":
        sys.exit(0 if peer.probe() else 1)
    getattr(peer, action)(*arguments)


main()
