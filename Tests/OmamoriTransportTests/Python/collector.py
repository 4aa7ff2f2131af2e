"""A collector of audit records over TLS that keeps books, and misbehaves on demand.

Usage: collector.py FOLDER. Certificates and keys come from FOLDER. The ports go to standard output as one line of JSON;
the server ends when its standard input does. Only the standard library is used, but for /v1/logs/judged, which has
opentelemetry-proto read the document when that is there.

HTTPS: POST /collect keeps a batch by its Idempotency-Key, once. The paths of collector_moods.py answer as they say; a path below
/once/ does so the first time only and keeps the batch then. /lost keeps the batch and breaks the connection the first
time. GET /books tells what was kept and how often each key was seen.

Syslog, a port for each manner: `syslog` reads messages with their lengths and answers a goodbye with its own; `mute` ends
the connection without one; `chatty` says something; `deaf` reads nothing; `mutual` wants a certificate of the client;
`broken` resets the connection after the first bytes; `hasty` says goodbye at once and reads nothing.
"""

import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.dont_write_bytecode = True

from collector_moods import MOODS  # noqa: E402

FOLDER = sys.argv[1]
LOCK = threading.Lock()
kept, seen, messages, goodbyes = {}, {}, [], {"syslog": 0}

def judge(body):
    """The number of log records in a document, as the protocol's own code reads it."""
    try:
        from google.protobuf import json_format
        from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
    except ImportError:
        document = json.loads(body)
        return sum(len(s["logRecords"]) for r in document["resourceLogs"] for s in r["scopeLogs"])
    request = json_format.Parse(body, ExportLogsServiceRequest())
    return sum(len(s.log_records) for r in request.resource_logs for s in r.scope_logs)


class Collector(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, fields=(), body=b""):
        self.send_response(status)
        for name, value in dict(fields).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        with LOCK:
            books = {"kept": kept, "seen": seen, "messages": messages, "goodbyes": goodbyes["syslog"]}
            self.answer(200, {"Content-Type": "application/json"}, json.dumps(books).encode())

    def keep(self, key, body):
        with LOCK:
            kept.setdefault(key, {
                "body": body.decode("utf-8", "replace"), "type": self.headers["Content-Type"],
                "first": self.headers["Omamori-First-Record"], "count": self.headers["Omamori-Record-Count"],
                "authorization": self.headers["Authorization"]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers["Idempotency-Key"]
        with LOCK:
            seen[key] = seen.get(key, 0) + 1
            times = seen[key]
        path = self.path
        if path.startswith("/once/") and times > 1:
            path = "/collect"
        mood = MOODS.get(path.removeprefix("/once"))
        if mood:
            return self.answer(*mood)
        if path == "/slow":
            time.sleep(20)
        if path == "/guarded" and self.headers["Authorization"] != "Bearer let-me-in":
            return self.answer(401)
        if path == "/v1/logs":
            try:
                count = judge(body)
            except Exception:
                return self.answer(400)
            self.keep(key, str(count).encode())
            return self.answer(200, {"Content-Type": "application/json"}, b"{}")
        self.keep(key, body)
        if path == "/lost" and times == 1:
            reset(self.connection)
            self.close_connection = True
            return
        self.answer(204)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    socket.socket.close(connection)


def context(mutual=False):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    made.load_cert_chain(os.path.join(FOLDER, "leaf.chain.pem"), os.path.join(FOLDER, "leaf.key"))
    if mutual:
        made.verify_mode = ssl.CERT_REQUIRED
        made.load_verify_locations(os.path.join(FOLDER, "root.pem"))
    return made


def take(stream):
    """Reads messages with their lengths to the end of the stream, and gives their number."""
    count = 0
    while True:
        digits = b""
        while (byte := stream.read(1)) and byte != b" ":
            digits += byte
        if not byte:
            return count
        size = int(digits)
        message = stream.read(size)
        if len(message) != size:
            raise ValueError
        count += 1
        with LOCK:
            messages.append(message.decode("utf-8", "strict"))


def serve_syslog(manner, connection, tls):
    try:
        connection.settimeout(30)
        # The goodbye of the client is an end of the stream, anything else an error.
        with tls.wrap_socket(connection, server_side=True, suppress_ragged_eofs=False) as secure:
            if manner == "deaf":
                time.sleep(30)
                return
            if manner == "hasty":
                secure.setblocking(False)
                try:
                    secure.unwrap()
                except OSError:
                    pass
                return time.sleep(0.2)
            if manner == "broken":
                secure.recv(10)
                return reset(secure)
            take(secure.makefile("rb"))
            if manner == "chatty":
                secure.sendall(b"hello")
            if manner == "mute":
                return
            secure.unwrap()
            goodbyes["syslog"] += 1
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def listen(manner, tls):
    listener = socket.create_server(("127.0.0.1", 0), backlog=32)

    def loop():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve_syslog, args=(manner, connection, tls), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return listener.getsockname()[1]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        pass


https = Server(("127.0.0.1", 0), Collector)
https.socket = context().wrap_socket(https.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=https.serve_forever, daemon=True).start()
ports = {"https": https.server_address[1]}
for name in ("syslog", "mute", "chatty", "deaf", "broken", "hasty"):
    ports[name] = listen(name, context())
ports["mutual"] = listen("mutual", context(mutual=True))
print(json.dumps(ports), flush=True)
sys.stdin.read()
os._exit(0)
