"""Reads groups and attachments as Documentation/formats/messaging-groups.md says, from the page alone.

Takes the path of a JSON document with contents, messages and attachments; prints what it read, one object a line.
"""

import hashlib
import hmac
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

PREFIX = b"Omamori Messaging v1 group "


def expand(key, info, size, name="sha256"):
    block, output, counter = b"", b"", 1
    while len(output) < size:
        block = hmac.new(key, block + info + bytes([counter]), name).digest()
        output, counter = output + block, counter + 1
    return output[:size]


def derive(key, label, context=b"", size=32):
    return expand(key, PREFIX + label + b"\0" + context, size)


def digest(label, data):
    return hashlib.sha256(PREFIX + label + b"\0" + data).digest()


def verify(label, data, signature, key):
    Ed25519PublicKey.from_public_bytes(key).verify(signature, PREFIX + label + b"\0" + data)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, size):
        self.at += size
        assert self.at <= len(self.data), "cut off"
        return self.data[self.at - size:self.at]

    def number(self, form):
        return struct.unpack(">" + form, self.raw(struct.calcsize(form)))[0]

    def counted(self):
        return self.raw(self.number("I"))

    def flagged(self, size):
        flag = self.number("B")
        assert flag <= 1
        return self.raw(size) if flag else None

    def end(self):
        assert self.at == len(self.data), "trailing bytes"


def member(reader):
    place, name, device = reader.number("H"), reader.counted().decode(), reader.number("I")
    return {"place": place, "name": name, "device": device, "key": reader.raw(32), "admin": reader.number("B")}


def counted(data):
    return struct.pack(">I", len(data)) + data


def member_bytes(item):
    return (struct.pack(">H", item["place"]) + counted(item["name"].encode()) + struct.pack(">I", item["device"])
            + item["key"] + bytes([item["admin"]]))


class Group:
    """A group that began with its creation, as one member learns it."""

    def __init__(self):
        self.epochs, self.chains = {}, {}

    def content(self, data):
        reader = Reader(data)
        assert reader.number("B") == 1
        group, kind = reader.raw(32), reader.number("B")
        if kind == 1:
            self.change(reader.counted(), reader.flagged(32))
        elif kind == 2:
            head, epoch, place, counter = reader.raw(32), reader.number("Q"), reader.number("H"), reader.number("I")
            assert self.epochs[head]["epoch"] == epoch
            self.chains[head, place] = [counter, reader.raw(32), reader.raw(32)]
        elif kind == 3:
            self.change(reader.counted(), reader.flagged(32))
            for _ in range(reader.number("I")):
                self.change(reader.counted(), reader.flagged(32))
        reader.end()
        assert group == self.group

    def change(self, data, secret):
        reader = Reader(data)
        assert reader.number("B") == 1
        group, parent, epoch, author = reader.raw(32), reader.raw(32), reader.number("Q"), reader.number("H")
        deed = reader.number("B")
        own = digest(b"change", data[:-64])
        state = self.epochs.get(parent)
        if deed == 1:
            reader.raw(32)
            name = reader.counted()
            members = [member(reader) for _ in range(reader.number("I"))]
            next_place, before, self.group = len(members), members, own
        else:
            assert group == self.group and epoch == state["epoch"] + 1
            members, before = list(state["members"]), state["members"]
            name, next_place = state["name"], state["next"]
        if deed == 2:
            account, device = reader.counted().decode(), reader.number("I")
            key, admin = reader.raw(32), reader.number("B")
            members.append({"place": next_place, "name": account, "device": device, "key": key, "admin": admin})
            next_place += 1
        elif deed == 3:
            place, statement = reader.number("H"), reader.flagged(72)
            target = next(item for item in members if item["place"] == place)
            if statement:
                left = struct.unpack(">Q", statement[:8])[0]
                assert left < epoch
                verify(b"leave signature", group + struct.pack(">HQ", place, left), statement[8:], target["key"])
            members.remove(target)
            if not any(item["admin"] for item in members):
                members[0] = dict(members[0], admin=1)
        elif deed == 4:
            name = reader.counted()
        commitment, result, signature = reader.raw(32), reader.raw(32), reader.raw(64)
        reader.end()
        key = next(item["key"] for item in before if item["place"] == author)
        verify(b"change signature", data[:-64], signature, key)
        encoded = (struct.pack(">Q", epoch) + counted(name) + struct.pack(">HI", next_place, len(members))
                   + b"".join(map(member_bytes, members)))
        assert digest(b"state", encoded) == result
        assert secret is None or derive(secret, b"commitment") == commitment
        self.epochs[own] = {"epoch": epoch, "name": name, "next": next_place, "members": members, "secret": secret}

    def message(self, data):
        signature, rest = data[-64:], data[:-64]
        tag, nonce, header, body = rest[1:17], rest[17:29], rest[29:51], rest[51:]
        for head, state in self.epochs.items():
            context = self.group + struct.pack(">Q", state["epoch"]) + head
            if state["secret"] and derive(state["secret"], b"tag", context, 16) == tag:
                break
        else:
            return {"error": "unknown epoch"}
        assert rest[0] == 1
        six = AESGCM(derive(state["secret"], b"header", context)).decrypt(nonce, header, rest[:29] + context)
        place, counter = struct.unpack(">HI", six)
        start, chain, key = self.chains[head, place]
        verify(b"message signature", context + six + rest, signature, key)
        for _ in range(counter - start):
            chain = derive(chain, b"chain")
        padded = AESGCM(derive(chain, b"message")).decrypt(nonce, body, context + six + rest[:51])
        text = padded.rstrip(b"\0")
        assert text[-1] == 0x80
        sender = next(item["name"] for item in state["members"] if item["place"] == place)
        return {"sender": sender, "counter": counter, "text": text[:-1].hex(), "group": state["name"].decode()}


def attachment(reference, sealed):
    reader = Reader(reference)
    assert reader.number("B") == 1
    key, hashed, length, size = reader.raw(32), reader.raw(32), reader.number("Q"), reader.number("Q")
    kind, name = reader.counted(), reader.counted()
    reader.end()
    assert hashlib.sha256(sealed).digest() == hashed
    context = b"Omamori Messaging v1 attachment\0" + counted(kind) + counted(name)
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0" + sealed[:24] + context
    derived = expand(key, info, 76, "sha512")
    assert derived[44:] == sealed[24:56]
    first, cipher, plain = int.from_bytes(derived[32:44], "big"), AESGCM(derived[:32]), b""
    chunks = [sealed[at:at + 16_400] for at in range(56, len(sealed), 16_400)]
    for index, chunk in enumerate(chunks):
        plain += cipher.decrypt((first ^ index).to_bytes(12, "big"), chunk, None)
    assert len(plain) == size and plain[length] == 0x80 and not any(plain[length + 1:])
    return {"file": plain[:length].hex(), "type": kind.decode(), "name": name.decode()}


def main():
    document = json.loads(pathlib.Path(sys.argv[1]).read_text())
    group = Group()
    for content in document["contents"]:
        group.content(bytes.fromhex(content))
    for message in document["messages"]:
        print(json.dumps(group.message(bytes.fromhex(message))))
    for item in document["attachments"]:
        print(json.dumps(attachment(bytes.fromhex(item["reference"]), bytes.fromhex(item["sealed"]))))


if __name__ == "__main__":
    main()
