"""Reads a stored token session as Documentation/formats/token-session.md describes it.

Usage: session_record.py < RECORD. Prints JSON, or "refused" and the reason.
"""

import json
import struct
import sys


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise ValueError("too short")
        self.at += count
        return self.data[self.at - count : self.at]

    def u8(self):
        return self.take(1)[0]

    def u64(self):
        return struct.unpack(">Q", self.take(8))[0]

    def i64(self):
        return struct.unpack(">q", self.take(8))[0]

    def duration(self):
        value = self.i64()
        return None if value == -(1 << 63) else value

    def text(self):
        length = struct.unpack(">I", self.take(4))[0]
        if length == 0xFFFFFFFF:
            return None
        if length > 256 << 10:
            raise ValueError("too long")
        return self.take(length).decode("utf-8")


def tokens(reader):
    result = {"serial": reader.u64()}
    flags = reader.u8()
    if flags > 3:
        raise ValueError("flags")
    result["type"] = "DPoP" if flags & 1 else "Bearer"
    for name in ("access", "refresh", "identity", "scope"):
        result[name] = reader.text()
    result["sent"], result["lifetime"], result["offset"] = reader.i64(), reader.duration(), reader.duration()
    if flags & 2:
        result["doubtful"] = reader.i64()
    return result


def record(data):
    reader = Reader(data)
    version = reader.u8()
    if version not in (1, 2):
        raise ValueError("version")
    result = {"generation": reader.u64(), "epoch": reader.u64()}
    for name in ("issuer", "client", "key", "subject"):
        result[name] = reader.text()
    if version == 2:
        result["nonce"] = reader.text()
        if result["nonce"] is None:
            raise ValueError("nonce")
    count = reader.u64()
    if count > 16:
        raise ValueError("outbox")
    result["outbox"] = []
    for _ in range(count):
        number, kind, since, token = reader.u64(), reader.u8(), reader.i64(), reader.text()
        result["outbox"].append({"number": number, "kind": kind, "since": since, "token": token})
    state = reader.u8()
    if state == 1:
        result["reason"] = reader.u8()
    elif state in (2, 3):
        result["tokens"] = tokens(reader)
        if state == 3:
            result["intent"] = {"sent": reader.i64(), "attempts": reader.u64(), "unreadable": reader.u64()}
    elif state != 0:
        raise ValueError("state")
    if reader.at != len(data):
        raise ValueError("too long")
    return result


if __name__ == "__main__":
    try:
        print(json.dumps(record(sys.stdin.buffer.read()), sort_keys=True))
    except (ValueError, struct.error) as error:
        print("refused", error)
