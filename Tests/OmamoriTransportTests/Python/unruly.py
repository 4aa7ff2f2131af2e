"""A server that misbehaves on demand, as misbehaviour.py says.

Usage: unruly.py FOLDER. Certificates and keys come from FOLDER. The ports go to standard output as one line of JSON;
the server ends when its standard input does. Only the standard library is used.
"""

import json
import os
import socket
import ssl
import sys
import threading

sys.dont_write_bytecode = True

from misbehaviour import misbehave, read_head, reset  # noqa: E402

FOLDER = sys.argv[1]
# `told` counts the fields that a proxy has no business with.
seen = {"proxied": 0, "told": 0, "connections": 0, "handshakes": 0, "open": 0, "pieces": 0, "nothings": 0}


def serve(connection, context):
    try:
        connection.settimeout(30)
        seen["connections"] += 1
        seen["open"] += 1
        with context.wrap_socket(connection, server_side=True) as secure:
            seen["handshakes"] += 1
            stream = secure.makefile("rb")
            while True:
                head = read_head(stream)
                if head is None or not misbehave(secure, stream, *head, seen):
                    return
    except (OSError, ValueError):
        pass
    finally:
        seen["open"] -= 1
        connection.close()


def tunnel(connection):
    """A proxy that knows CONNECT alone."""
    try:
        stream = connection.makefile("rb")
        _, target, fields = read_head(stream)
        seen["proxied"] += 1
        seen["told"] += sum(name.lower() not in ("host", "proxy-connection") for name, _ in fields)
        host, port = target.rsplit(":", 1)
        other = socket.create_connection(("127.0.0.1", int(port)))
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

        def copy(source, sink):
            try:
                while data := source.recv(65536):
                    sink.sendall(data)
                sink.shutdown(socket.SHUT_WR)
            except OSError:
                pass

        back = threading.Thread(target=copy, args=(other, connection), daemon=True)
        back.start()
        copy(connection, other)
        back.join(10)
        other.close()
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def silent(connection):
    connection.settimeout(30)
    try:
        while connection.recv(4096):
            pass
    except OSError:
        pass
    connection.close()


def abrupt(connection):
    connection.recv(10)
    reset(connection)
    connection.close()


def plain(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    silent(connection)


def banner(connection):
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
    silent(connection)


def refusing_proxy(status):
    def refuse(connection):
        try:
            read_head(connection.makefile("rb"))
            fields = {407: "Proxy-Authenticate: Basic realm=x", 302: "Location: https://login.example/"}
            line = "HTTP/1.1 %d No\r\nContent-Length: 2\r\n%s\r\n\r\nno" % (status, fields.get(status, "X-Why: no"))
            connection.sendall(line.encode())
            silent(connection)
        except (OSError, ValueError):
            connection.close()
    return refuse


def context(asks=False, version=None):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(os.path.join(FOLDER, "leaf.chain.pem"), os.path.join(FOLDER, "leaf.key"))
    if version:
        made.maximum_version = version
    if asks:
        made.verify_mode = ssl.CERT_REQUIRED
        made.load_verify_locations(os.path.join(FOLDER, "root.pem"))
    return made


def listen(handle):
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(512)

    def accept():
        while True:
            connection, _ = server.accept()
            threading.Thread(target=handle, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


threading.stack_size(256 * 1024)
contexts = {
    "tls": context(),
    "asks": context(asks=True),
    "asks12": context(asks=True, version=ssl.TLSVersion.TLSv1_2),
    "tls12": context(version=ssl.TLSVersion.TLSv1_2),
}
ports = {name: listen(lambda connection, each=each: serve(connection, each)) for name, each in contexts.items()}
for code in (302, 403, 407):
    ports["proxy%d" % code] = listen(refusing_proxy(code))
for kind in (tunnel, silent, abrupt, plain, banner):
    ports[kind.__name__] = listen(kind)
print(json.dumps(ports), flush=True)
sys.stdin.read()
os._exit(0)
