"""Where a server keeps its state, what it is reached by, and where its packages are."""

import json
import socket
from pathlib import Path

from .processes import Processes

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ROOT / "Tools/interop"
PACKAGES = ROOT / ".build/check/interop"  # filled by Tools/interop/prepare.sh

APP_REDIRECT = "https://app.example/callback"  # a claimed https redirect; nothing listens there
CLIENT = "omamori-native"  # public: it has no secret
# Clients with secrets: one that means the same in every encoding, and one that tells encodings apart.
SECRETS = {"omamori-web": "interop-secret_0123456789.ABCDEF", "omamori-odd": "50% of a secret / with + signs & more"}
USER, PASSWORD = "alice", "correct horse battery staple 7!"


class Place:
    def __init__(self, name, shared):
        self.name = name
        self.shared = shared  # the certificate authority is the same for all servers
        self.folder = shared / name
        self.processes = Processes(self.folder / "processes")
        self.description_file = self.folder / "server.json"

    def write_description(self, description):
        self.description_file.write_text(json.dumps(description, indent=2) + "\n")

    def description(self):
        return json.loads(self.description_file.read_text())

    def write(self, name, text, mode=0o600):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path


def clients(loopback_port, **more):
    """What the description of every server says of its clients."""
    plain, odd = SECRETS
    return {
        "client": CLIENT, "confidentialClient": plain, "secret": SECRETS[plain], "oddClient": odd,
        "oddSecret": SECRETS[odd], "user": USER, "password": PASSWORD, "redirect": APP_REDIRECT,
        "loopbackRedirect": f"http://127.0.0.1:{loopback_port}/callback", **more}


def free_port():
    """A port of 127.0.0.1 that nothing uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
