"""A TLS server that sends what it is asked for, byte by byte, and then ends the connection as it is asked to.

Usage: framing.py FOLDER. Certificates and keys come from FOLDER. The path of a request is /HOW/HEX: HEX is the whole
response, HOW what follows it: `fin` (the connection ends without close_notify), `notify` (with it), `reset`, or `keep` (the
next request is read). The ports go to standard output as one line of JSON; the server ends when its standard input does.
"""

import json
import os
import socket
import ssl
import struct
import sys
import threading

FOLDER = sys.argv[1]


def read_request(secure):
    head = b""
    while b"\r\n\r\n" not in head:
        data = secure.recv(65536)
        if not data:
            return None
        head += data
    return head.split(b" ", 2)[1].decode()


def end(secure, how):
    if how == "reset":
        secure.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if how == "notify":
        try:
            secure.settimeout(5)
            secure.unwrap()
        except OSError:
            pass


def answer(secure):
    while target := read_request(secure):
        _, how, response = target.split("/", 2)
        secure.sendall(bytes.fromhex(response))
        if how != "keep":
            return end(secure, how)


def frame(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def answer_http2(secure):
    """HEX is lines `name: value` of the header, and after an empty line the body; the status is 200."""
    stream = secure.makefile("rb")
    stream.read(24)
    secure.sendall(frame(4, 0, 0, b""))
    while True:
        head = stream.read(9)
        if len(head) < 9:
            return
        payload = stream.read(int.from_bytes(head[:3], "big"))
        if head[3] == 4 and head[4] == 0:
            secure.sendall(frame(4, 1, 0, b""))
        if head[3] == 1:
            break
    # The path is written in Huffman's code by every client, so the order of the connections says what is asked for.
    fields, _, body = http2_answers.pop(0).partition(b"\n\n")
    block = b"\x88"
    for line in fields.splitlines():
        name, value = line.split(b": ")
        block += b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value
    number = int.from_bytes(head[5:9], "big")
    secure.sendall(frame(1, 4, number, block) + frame(0, 1, number, body))
    while secure.recv(65536):
        pass


http2_answers = []


def take_answers(secure):
    http2_answers[:] = [bytes.fromhex(read_request(secure).split("/")[-1])]
    secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")


def context(version, protocol=None):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(os.path.join(FOLDER, "leaf.chain.pem"), os.path.join(FOLDER, "leaf.key"))
    made.minimum_version = made.maximum_version = version
    if protocol:
        made.set_alpn_protocols([protocol])
    return made


def serve(connection, made, handle):
    try:
        connection.settimeout(30)
        with made.wrap_socket(connection, server_side=True) as secure:
            handle(secure)
    except (OSError, ValueError):
        pass
    finally:
        connection.close()


def listen(made, handle):
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(64)

    def accept():
        while True:
            connection, _ = server.accept()
            threading.Thread(target=serve, args=(connection, made, handle), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


newest, older = ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_2
ports = {
    "tls13": listen(context(newest), answer),
    "tls12": listen(context(older), answer),
    "http2": listen(context(newest, "h2"), answer_http2),
    "prepare": listen(context(newest), take_answers),
}
print(json.dumps(ports), flush=True)
sys.stdin.read()
os._exit(0)
