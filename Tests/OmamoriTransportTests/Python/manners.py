"""What an unruly server answers when it behaves: compressed bodies, forms, and requests to come again later."""

import email
import email.policy
import hashlib
import json
import time
import zlib


def pack(content):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(content) + packer.flush()


def coded(query, fields):
    """A body and its content coding: what `query` names, in gzip or not quite."""
    kind, _, number = query.partition("&")
    content = b"".join(b'{"line":%d}\n' % line for line in range(40_000))
    whole = pack(content)
    asked = [value for name, value in fields if name.lower() == "accept-encoding"]
    if kind == "asked":
        return json.dumps({"asked": asked}).encode(), None
    if kind == "json":
        return pack(json.dumps({"asked": asked}).encode()), "GZip"
    bodies = {
        "whole": whole,
        "two": pack(content[:1000]) + pack(b"") + pack(content[1000:]),
        "rest": whole + b"rest",
        "zeros": whole + bytes(16),
        "checksum": whole[:-8] + bytes(4) + whole[-4:],
        "size": whole[:-4] + bytes(4),
        "middle": whole[:5000] + bytes(64) + whole[5064:],
        "text": content,
        "deflate": zlib.compress(content),
        "cut": whole[: len(whole) - int(number or 0)],
        "first": whole[: int(number or 0)],
        "bomb": pack(bytes(8 << 20)),
    }
    if kind in ("br", "gzip, gzip"):
        return whole, kind
    return bodies[kind], "gzip"


def read_form(body, fields):
    """What the standard library reads in a form."""
    kind = next(value for name, value in fields if name.lower() == "content-type")
    head = f"Content-Type: {kind}\r\n\r\n".encode()
    message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
    parts = []
    for part in message.iter_parts():
        content = part.get_payload(decode=True)
        place = part["content-disposition"].params
        parts.append({
            "name": place.get("name"), "file": place.get("filename"), "type": part.get_content_type(),
            "headers": part.keys(), "size": len(content), "sha256": hashlib.sha256(content).hexdigest(),
        })
    framing = [name for name, _ in fields if name.lower() in ("content-length", "transfer-encoding")]
    return {
        "type": message.get_content_type(), "framing": framing, "defects": len(message.defects), "parts": parts,
        "start": body[:1000].decode("utf-8", "replace"),
    }


def whole_body(stream, fields):
    length = next((int(value) for name, value in fields if name.lower() == "content-length"), 0)
    body = stream.read(length)
    if len(body) < length:
        raise ValueError("the body was cut")
    return body


SIZE, CUT = 3_000_000, 2_000_000


def content_of(version):
    rows = [bytes((low * 31 + number) & 255 for low in range(256)) for number in range(256)]
    return b"".join(rows[(row + version) & 255] for row in range(SIZE // 256 + 1))[:SIZE]


def part_fields(kind, tag):
    changed, sent = "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT"
    if kind == "date":
        return f"Last-Modified: {changed}\r\nDate: {sent}\r\n", changed
    if kind == "young":
        return f"Last-Modified: {changed}\r\nDate: {changed}\r\n", changed
    return ("", None) if kind == "none" else (f"ETag: {tag}\r\n", tag)


def send_part(connection, query, fields, seen):
    """Sends a file, the first time only in part; `query` says how a request for the rest is answered."""
    kind, _, key = query.partition("&")
    known = {name.lower(): value for name, value in fields}
    seen[key] = seen.get(key, 0) + 1
    is_first = seen[key] == 1
    tag, version = ('W/"v1"' if kind == "weak" else '"v1"'), 1
    if kind == "changed" and not is_first:
        tag, version = '"v2"', 2
    described, validator = part_fields(kind, tag)
    content, status = content_of(version), "200 OK"
    if "range" in known:
        seen[key + "-ranges"] = seen.get(key + "-ranges", 0) + 1
        first = int(known["range"].removeprefix("bytes=").removesuffix("-"))
        if kind == "gone":
            connection.sendall(b"HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")
            return True
        if known.get("if-range") == validator:
            status, last, total = "206 Partial Content", SIZE - 1, SIZE
            first += kind == "shifted"
            total = {"total": SIZE + 1, "unknown": "*"}.get(kind, SIZE)
            last -= 500_000 if kind == "short" else 0
            content = content[first : last + 1]
            place = f"Content-Range: bytes {first}-{last}/{total}\r\n"
            described = described.replace("v1", "v3") if kind == "other" else described
            described += {"two": place * 2, "missing": ""}.get(kind, place)
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(content)}\r\n{described}\r\n".encode()
    if not is_first or kind == "whole":
        connection.sendall(head + content)
        return True
    connection.sendall(head + content[:CUT])
    if kind == "slow":
        time.sleep(20)
    return False


def answer(path, query, stream, fields, seen):
    """The arguments of an answer; None for a path of another kind."""
    if path == "/coded":
        body, coding = coded(query.replace("%20", " "), fields)
        return {"body": body, "extra": f"Content-Encoding: {coding}\r\n" if coding else ""}
    if path == "/form":
        return {"body": json.dumps(read_form(whole_body(stream, fields), fields)).encode()}
    if path == "/flaky":
        # A status and a Retry-After as often as it is told, then success.
        key, status, times, after = query.split("&")
        whole_body(stream, fields)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > int(times):
            return {"body": b'{"name":"omamori","count":3}'}
        extra = f"Retry-After: {after}\r\n" if after else ""
        return {"body": b"later", "status": f"{status} Later", "kind": "text/plain", "extra": extra}
    return None
