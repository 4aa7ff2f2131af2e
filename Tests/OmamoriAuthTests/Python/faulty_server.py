"""An authorization server that rotates refresh tokens, and fails in every way that a seed chooses.

Usage: faulty_server.py FOLDER SEED GRACE. The certificate of its authority goes to FOLDER/ca.pem, what happens to
FOLDER/server.log, a line of JSON each; the port goes to standard output.
For GRACE seconds a spent token gives the present answer again; then, it ends the login.
Files in FOLDER steer it: while `calm` exists nothing fails, and while `closing` does every request on a kept connection
is handled and not answered. Needs openssl for the certificate.
"""

import json
import os
import random
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
import urllib.parse

FOLDER, SEED, GRACE = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
chance = random.Random(SEED)
lock = threading.Lock()
log = open(os.path.join(FOLDER, "server.log"), "w", buffering=1)
families = []  # of a login: its present token, when each token was spent, whether it is alive
owners = {}


def make_certificate():
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, cwd=FOLDER, capture_output=True)

    for name in ("ca", "server"):
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", name + ".key")
    openssl("req", "-x509", "-new", "-key", "ca.key", "-sha256", "-days", "30", "-subj", "/CN=Faulty authority",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign",
            "-out", "ca.pem")
    openssl("req", "-new", "-key", "server.key", "-subj", "/CN=localhost", "-out", "server.csr")
    with open(os.path.join(FOLDER, "server.ext"), "w") as file:
        file.write("subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n"
                   "keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
                   "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-sha256",
            "-days", "20", "-extfile", "server.ext", "-out", "server.pem")


def note(**what):
    what["at"] = time.monotonic_ns()
    log.write(json.dumps(what) + "\n")


def issue(family):
    number = len(owners)
    token = f"rt-{family}-{number}"
    owners[token] = family
    return token


def login():
    family = len(families)
    families.append({"current": None, "spent": {}, "alive": True})
    families[family]["current"] = issue(family)
    note(event="login", token=families[family]["current"])
    return grant(families[family]["current"])


def grant(token):
    return 200, {"access_token": token.replace("rt", "at"), "token_type": "Bearer", "expires_in": 1,
                 "refresh_token": token}


def refresh(token, request):
    """What a refresh comes to; every presentation is noted with what it did."""
    family = families[owners[token]] if token in owners else None
    refused = 400, {"error": "invalid_grant"}
    if family is None or not family["alive"]:
        note(event="refused", token=token, request=request)
        return refused
    now = time.monotonic()
    if token == family["current"]:
        family["spent"][token] = now
        family["current"] = issue(owners[token])
        note(event="rotated", token=token, to=family["current"], request=request)
        return grant(family["current"])
    if now - family["spent"].get(token, 0) < GRACE:
        note(event="repeated", token=token, to=family["current"], request=request)
        return grant(family["current"])
    family["alive"] = False
    note(event="reused", token=token, current=family["current"], request=request)
    return refused


def respond(path, form, request):
    with lock:
        if path == "/login":
            return login()
        if path == "/revoke":
            token = form.get("token", "")
            if token in owners:
                families[owners[token]]["alive"] = False
            note(event="revoked", token=token)
            return 200, {}
        if path == "/token":
            return refresh(form.get("refresh_token", ""), request)
        return 404, {}


def pick():
    """What goes wrong before the server looks at a request, and after."""
    if os.path.exists(os.path.join(FOLDER, "calm")):
        return None, None, 0
    with lock:
        before = chance.choices([None, "close", "drop", "reset", "500", "503"], [82, 4, 3, 3, 5, 3])[0]
        after = chance.choices([None, "close", "drop", "reset", "half", "500"], [88, 4, 3, 2, 2, 1])[0]
        delay = chance.choices([0, 1], [60, 40])[0] * chance.uniform(0, 0.12)
    return before, after, delay


def fail(secure, kind):
    if kind == "reset":
        secure.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if kind == "close":
        # In good order, as of a connection that was kept for too long: HTTP clients like to repeat the request then.
        secure.settimeout(0.1)
        secure.unwrap()
    raise OSError(kind)


def write(secure, status, body, half=False, fields=""):
    content = json.dumps(body).encode()
    head = (f"HTTP/1.1 {status} Some\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
            f"{fields}Content-Length: {len(content)}\r\n\r\n").encode()
    secure.sendall(head + content[: len(content) // 2] if half else head + content)
    if half:
        raise OSError("half")


def serve_one(secure, stream, is_kept):
    line = stream.readline(8192)
    if not line:
        return False
    fields = {}
    while (field := stream.readline(8192).strip()):
        name, _, value = field.decode("latin-1").partition(":")
        fields[name.lower()] = value.strip()
    body = stream.read(int(fields.get("content-length", 0)))
    path = line.split()[1].decode()
    form = dict(urllib.parse.parse_qsl(body.decode()))
    request = fields.get("x-request", "")
    before, after, delay = pick() if path == "/token" else (None, None, 0)
    if is_kept and os.path.exists(os.path.join(FOLDER, "closing")):
        after = "close"
    note(event="arrived", token=form.get("refresh_token", ""), request=request, path=path)
    time.sleep(delay / 2)
    if before in ("close", "drop", "reset"):
        fail(secure, before)
    if before:
        write(secure, int(before), {"error": "temporarily_unavailable"} if before == "503" else {},
              fields="Retry-After: 0\r\n" if before == "503" else "")
        return True
    status, answer = respond(path, form, request)
    time.sleep(delay / 2)
    if after in ("close", "drop", "reset"):
        fail(secure, after)
    if after == "500":
        write(secure, 500, {})
    else:
        write(secure, status, answer, half=after == "half")
    return True


def serve(connection, context):
    try:
        connection.settimeout(30)
        with context.wrap_socket(connection, server_side=True) as secure:
            stream = secure.makefile("rb")
            is_kept = False
            while serve_one(secure, stream, is_kept):
                is_kept = True
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def accept(listener, context):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, context), daemon=True).start()


make_certificate()
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = ssl.TLSVersion.TLSv1_3
context.load_cert_chain(os.path.join(FOLDER, "server.pem"), os.path.join(FOLDER, "server.key"))
listener = socket.create_server(("127.0.0.1", 0), backlog=128)
threading.Thread(target=accept, args=(listener, context), daemon=True).start()
print(listener.getsockname()[1], flush=True)
threading.Event().wait()
