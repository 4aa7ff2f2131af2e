"""The command line: what to do, with which server, in which folder."""

import json
import shutil
import signal
import sys
from pathlib import Path

from . import canaille, chromium, django_toolkit, glewlwyd, lemonldap
from .place import Place
from .processes import NotReady

SERVERS = {
    "glewlwyd": glewlwyd,
    "canaille": canaille,
    "django-oauth-toolkit": django_toolkit,
    "lemonldap": lemonldap,
}

USAGE = """Usage: interop start|stop|status NAME FOLDER
       interop login NAME FOLDER AUTHORIZATION_URL     log in by forms; prints where the server sends the browser
       interop browse NAME FOLDER AUTHORIZATION_URL    log in with headless Chromium, which follows the redirect
       interop approve NAME FOLDER VERIFICATION_URL    approve a device
NAME is glewlwyd, canaille, django-oauth-toolkit or lemonldap. FOLDER holds the state of all servers, FOLDER/NAME of one.
"""


def main(arguments):
    if len(arguments) not in (3, 4) or arguments[1] not in SERVERS:
        sys.stderr.write(USAGE)
        return 2
    action, name, folder = arguments[:3]
    server, place = SERVERS[name], Place(name, Path(folder).resolve())
    try:
        if action in ("start", "stop", "status") and len(arguments) == 3:
            return {"start": start, "stop": stop, "status": status}[action](server, place)
        if action in ("login", "browse", "approve") and len(arguments) == 4:
            visit = {"login": server.log_in, "browse": chromium.log_in, "approve": getattr(server, "approve", None)}
            if visit[action] is None:
                raise NotReady(f"{name} has no device grant")
            print(visit[action](place, arguments[3]))
            return 0
    except NotReady as fault:
        sys.stderr.write(f"interop: {fault}\n")
        return 1
    sys.stderr.write(USAGE)
    return 2


def start(server, place):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is running then is ended below
    stop(server, place)
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True, mode=0o700)
    try:
        description = server.start(place)
    except BaseException:
        place.processes.stop_all()
        raise
    place.write_description(description)
    print(json.dumps(description, indent=2))
    return 0


def stop(_server, place):
    place.description_file.unlink(missing_ok=True)
    place.processes.stop_all()
    return 0


def status(_server, place):
    running = place.processes.running()
    print(json.dumps({"name": place.name, "running": sorted(running)}))
    return 0 if running and place.description_file.exists() else 1
