"""What an unruly server answers: the path of a request says how it misbehaves."""

import hashlib
import json
import socket
import struct
import time
import zlib

import manners


def reset(connection):
    """Makes closing send RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def read_head(stream):
    line = stream.readline(65536)
    if not line:
        return None
    method, target, _ = line.decode("latin-1").split(" ", 2)
    fields = []
    while True:
        line = stream.readline(65536).decode("latin-1").rstrip("\r\n")
        if not line:
            return method, target, fields
        name, value = line.split(":", 1)
        fields.append((name, value.strip()))


def read_body(stream, fields):
    known = {name.lower(): value for name, value in fields}
    size, digest = 0, hashlib.sha256()
    if known.get("transfer-encoding", "").lower() == "chunked":
        while True:
            count = int(stream.readline().split(b";")[0], 16)
            piece = stream.read(count)
            stream.readline()
            if count == 0:
                return size, digest.hexdigest()
            size += len(piece)
            digest.update(piece)
    left = int(known.get("content-length", "0"))
    while left > 0:
        piece = stream.read(min(left, 65536))
        if not piece:
            break
        left -= len(piece)
        size += len(piece)
        digest.update(piece)
    return size, digest.hexdigest()


def respond(connection, body, status="200 OK", kind="application/json", extra=""):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    connection.sendall(head.encode() + body)


def flood(connection, piece):
    while True:
        connection.sendall(piece)


def misbehave(connection, stream, method, target, fields, seen):
    """Answers one request; says whether the connection may go on."""
    path, _, query = target.partition("?")
    if polite := manners.answer(path, query, stream, fields, seen):
        respond(connection, **polite)
        return True
    if path == "/part":
        return manners.send_part(connection, query, fields, seen)
    if path == "/echo":
        size, digest = read_body(stream, fields)
        body = json.dumps({"method": method, "target": target, "fields": fields, "size": size, "sha256": digest})
        respond(connection, body.encode(), extra="Set-Cookie: a=b; Secure; HttpOnly\r\n")
        return True
    if path == "/seen":
        respond(connection, json.dumps(seen).encode())
        return True
    if path == "/redirect":
        status, _, place = query.partition("&")
        read_body(stream, fields)
        respond(connection, b"", status=f"{status} Moved", extra=f"Location: {place}\r\n")
        return True
    if path == "/duplicate":
        respond(connection, b'{"name":"a","name":"b"}')
        return True
    if path == "/nothing":
        read_body(stream, fields)
        seen["nothings"] += 1
        return False
    if path == "/reset":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc")
        reset(connection)
        return False
    if path == "/truncated":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + b"x" * 100)
        return False
    if path == "/truncated-chunks":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n")
        return False
    if path == "/garbage":
        connection.sendall(b"\x00\x01\x02 this is no HTTP\r\n\r\n")
        return False
    if path == "/headers":
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        flood(connection, b"X-Much: " + b"y" * 1000 + b"\r\n")
    if path == "/interim":
        flood(connection, b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
    if path == "/line":
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        flood(connection, b"y" * 1000)
    if path == "/folded":
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n")
        return False
    if path == "/folded-endless":
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: a\r\n b\r\nTransfer-Encoding: chunked\r\n\r\n")
        flood(connection, b"2000\r\n" + b"z" * 0x2000 + b"\r\n")
    if path == "/two-statuses":
        connection.sendall(b"HTTP/1.1 404 Not Found\r\nHTTP/1.1 200 OK: x\r\nContent-Length: 0\r\n\r\n")
        return False
    if path == "/header-first":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        size, _ = read_body(stream, fields)
        answer = str(size).encode()
        connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(answer), answer))
        return True
    if path == "/endless":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        flood(connection, b"2000\r\n" + b"z" * 0x2000 + b"\r\n")
    if path == "/large":
        count = int(query)
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {count * 65536}\r\n\r\n".encode())
        for number in range(count):
            connection.sendall(bytes([number % 251]) * 65536)
            seen["pieces"] += 1
        return True
    if path == "/bomb":
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        body = packer.compress(b"\0" * (8 << 20)) + packer.flush()
        respond(connection, body, extra="Content-Encoding: gzip\r\n")
        return True
    if path == "/stall":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
        time.sleep(30)
        return False
    if path == "/late":
        time.sleep(float(query))
    respond(connection, b'{"name":"omamori","count":3}')
    return True
