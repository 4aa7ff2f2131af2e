"""Reads a keychain file and its witness by Documentation/formats/keychain-file.md alone.

A JSON object comes on standard input (`folder`, `passphrase`, `witness`); the answer has the items as JSON and the epochs of both.
Ends with an error when anything does not fit together.
"""
import hashlib
import hmac
import json
import os
import sqlite3
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CLASSES = {1: b"ak", 2: b"ck", 3: b"aku", 4: b"cku", 5: b"akpu"}
PRIMARY_KEYS = {
    b"genp": "acct svce", b"inet": "acct sdmn srvr ptcl atyp port path", b"cert": "ctyp issr slnr",
    b"keys": "kcls klbl atag crtr type bsiz esiz",
}
LISTED = {b"genp": "svce", b"inet": "srvr", b"keys": "atag"}


def derive(purpose, key, salt, info=b""):
    info = b"omamori keychain 1 " + purpose + b"\0" + info
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=info).derive(key)


def opened(key, data, sealed):
    return AESGCM(key).decrypt(sealed[:12], sealed[12:], data)


def mac(key, data):
    return hmac.digest(key, data, "sha256")


class Reader:
    def __init__(self, data):
        self.data = data

    def take(self, count):
        assert 0 <= count <= len(self.data)
        part, self.data = self.data[:count], self.data[count:]
        return part

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def counted(self, count):
        return self.take(self.number(count))


def witness(path, key, store):
    """The states that a witness file records: the epoch and the digest of each."""
    with open(path, "rb") as file:
        entries = filter(any, [file.read(64), file.read(65)])
    for entry in entries:
        assert len(entry) == 64 and entry[:4] == b"OWF\x01" and entry[32:] == mac(key, store + entry[:32])
        yield struct.unpack(">Q8x12s", entry[4:32])


def slot_key(record, store, passphrase):
    """The keybag key, by a slot of a passphrase."""
    reader = Reader(record)
    assert reader.number(1) == 1
    slot, kind = reader.take(16), reader.number(1)
    reader.take(8)
    _, parameters, wrapped, _ = (reader.counted(2) for _ in range(4))
    assert not reader.data
    if kind != 1:
        return None
    salt, (memory, passes, lanes) = parameters[:16], struct.unpack(">III", parameters[16:])
    root = Argon2id(
        salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory).derive(passphrase)
    key = derive(b"slot", root, store + salt, bytes([kind]) + slot)
    data = b"omamori keychain slot\x01" + store + slot + bytes([kind]) + struct.pack(">H", len(parameters))
    return opened(key, data + parameters, wrapped)


def keybag(sealed, generation, key, store, slots, device):
    assert sealed[:4] == b"OKB\x01" and int.from_bytes(sealed[4:12], "big") == generation
    digest = hashlib.sha256(b"omamori keychain slots\x01" + bytes([len(slots)]))
    for _, record in sorted(slots):
        digest.update(struct.pack(">I", len(record)) + record)
    reader = Reader(opened(key, b"omamori keychain keybag" + sealed[:12] + store + digest.digest(), sealed[12:]))
    assert reader.number(1) == 1
    if reader.number(1):
        reader.take(32)
    index, integrity, _ = reader.take(32), reader.take(32), reader.take(32)
    classes = {}
    for _ in range(reader.number(1)):
        code = reader.number(1)
        if code < 3:
            classes[code] = reader.take(32)
        else:
            data = b"omamori keychain device class" + store + CLASSES[code]
            classes[code] = opened(derive(b"device", device, store), data, reader.take(60))
    escrow = [(reader.take(16), reader.take(32)) for _ in range(reader.number(1))]
    assert not reader.data and {slot for slot, _ in escrow} == {slot for slot, _ in slots}
    return index, integrity, classes


def form(data):
    """An item's metadata: the bytes of every attribute as they stand, and as JSON."""
    reader = Reader(data)
    assert reader.number(1) == 1
    (flags, accessibility, protection), item_class = reader.take(3), reader.take(4)
    if flags & 2:
        reader.take(8)
    length = reader.number(4) if flags & 4 else None
    group, raw, shown, last = reader.counted(4), {}, {}, b""
    for _ in range(reader.number(4)):
        name, kind, value = reader.take(4), reader.number(1), reader.counted(4)
        assert name > last
        last, raw[name.decode()] = name, value
        if kind in (3, 4) and not any(value):
            raw[name.decode()] = b""
        shown[name.decode()] = (
            value.decode() if kind == 1 else value.hex() if kind == 2 else int.from_bytes(value, "big", signed=kind == 3))
    assert not reader.data
    return flags, accessibility, protection, item_class, length, group, raw, shown


def value(data):
    return struct.pack(">I", len(data)) + data


def tag(index, item_class, group, raw, synchronizable):
    area = mac(index, b"\x41" + item_class + value(group))[:8]
    listed = raw.get(LISTED.get(item_class), b"")
    scope = mac(index, b"\x53" + item_class + value(group) + value(listed))[:8]
    names = b"".join(value(raw.get(name, b"")) for name in PRIMARY_KEYS[item_class].split())
    return area + scope + mac(index, b"\x4e" + item_class + names + value(group) + bytes([synchronizable]))


def secret(column, key, place, metadata, store, length, protection):
    reader = Reader(column)
    sealed = reader.counted(4)
    body = reader.data
    material = opened(key, b"\x4b" + place + metadata[-16:] + body[-16:], sealed)
    if protection:
        return None
    text = Reader(AESGCM(material).decrypt(bytes(12), body, b"\x53" + store))
    found = text.counted(4)
    assert len(found) == length and not any(text.data)
    return found


def main():
    request = json.load(sys.stdin)
    folder = request["folder"]
    database = sqlite3.connect(f"file:{folder}/keychain.db?mode=ro", uri=True)
    assert database.execute("PRAGMA application_id").fetchone()[0] == 0x4F4D4B43
    assert database.execute("PRAGMA user_version").fetchone()[0] == 1
    (store,) = database.execute("SELECT value FROM meta WHERE name = 'store'").fetchone()
    slots = database.execute("SELECT id, record FROM slots ORDER BY ordinal").fetchall()
    key = next(filter(None, (slot_key(record, store, request["passphrase"].encode()) for _, record in slots)))
    with open(os.path.join(folder, "device.key"), "rb") as file:
        device = file.read()
    assert device[:4] == b"ODK\x01" and device[36:] == derive(b"device check", device[4:36], b"")[:8]
    generation, sealed = database.execute("SELECT generation, sealed FROM keybag").fetchone()
    index, integrity, classes = keybag(sealed, generation, key, store, slots, device[4:36])

    items, total = [], 0
    for row in database.execute("SELECT generation, tag, uuid, protection, metadata, secret FROM items"):
        number, place_tag, uuid, code, metadata, column = row
        place = store + struct.pack(">QB", number, code) + uuid + place_tag
        keys = [derive(purpose, classes[code], store, CLASSES[code]) for purpose in (b"metadata", b"secret")]
        plain = Reader(opened(keys[0], b"\x4d" + place, metadata))
        flags, accessibility, protection, item_class, length, group, raw, shown = form(plain.counted(4))
        assert accessibility == code and not any(plain.data)
        assert place_tag == tag(index, item_class, group, raw, flags & 1)
        shown |= {"class": item_class.decode(), "group": group.decode(), "accessibility": CLASSES[code].decode()}
        if length is None:
            assert column == b""
        else:
            found = secret(column, keys[1], place, metadata, store, length, protection)
            shown["secret"] = None if found is None else found.decode()
        items.append(shown)
        total += int.from_bytes(mac(integrity, b"\x44\x44" + place + metadata[-16:]), "big")
    for number, place_tag in database.execute("SELECT generation, tag FROM tombstones"):
        total += int.from_bytes(mac(integrity, b"\x54" + store + struct.pack(">Q", number) + place_tag), "big")

    (sealed,) = database.execute("SELECT sealed FROM root").fetchone()
    root = opened(derive(b"root", integrity, store), b"omamori keychain root 1" + store, sealed)
    version, has_anchor, epoch, count, _, _, of_keybag = struct.unpack(">BBQQQQQ", root[:42])
    assert has_anchor in (0, 1) and (version, count, of_keybag) == (1, len(items), generation)
    assert int.from_bytes(root[42:74], "big") == total % 2**256
    states = hashlib.sha256(b"omamori keychain state" + root).digest()[:12] + root[74:]
    digests = [states[start : start + 12] for start in range(0, len(states), 12)]
    assert len(digests) == min(epoch, 256) + 1 and len(digests[-1]) == 12
    recorded = dict(witness(request["witness"], derive(b"anchor", integrity, store), store))
    assert all(known <= epoch and digests[epoch - known] == recorded[known] for known in recorded)
    json.dump({"items": json.dumps(items), "epoch": str(epoch), "witness": str(max(recorded))}, sys.stdout)


main()
