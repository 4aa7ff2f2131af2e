"""Reads the plaintext of a keychain export, as Documentation/formats/keychain-export.md describes it, and prints JSON."""

import base64
import json
import struct
import sys

KINDS = {
    1: lambda v: v.decode(),
    2: lambda v: {"data": base64.b64encode(v).decode()},
    3: lambda v: struct.unpack(">q", v)[0],
    4: lambda v: {b"\0": False, b"\1": True}[v],
    5: lambda v: {"seconds": struct.unpack(">d", v)[0]},
}


def item(body):
    result = {"attributes": {}, "synchronizable": False}
    at = 0
    while at < len(body):
        tag, size = struct.unpack_from(">BI", body, at)
        value = body[at + 5 : at + 5 + size]
        assert len(value) == size
        at += 5 + size
        if tag == 1:
            result["class"] = value.decode()
        elif tag == 2:
            result["accessibility"] = value.decode()
        elif tag == 3:
            result["group"] = value.decode()
        elif tag == 4:
            result["synchronizable"] = value == b"\1"
        elif tag == 5:
            result["constraints"] = struct.unpack(">Q", value)[0]
        elif tag == 6:
            result["secret"] = base64.b64encode(value).decode()
        elif tag == 7:
            result["attributes"][value[:4].decode()] = KINDS[value[4]](value[5:])
        else:
            raise ValueError("unknown field")
    return result


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    magic, version, count = struct.unpack_from(">4sBI", data)
    assert magic == b"OMKX" and version == 1
    at, items = 9, []
    for _ in range(count):
        (size,) = struct.unpack_from(">I", data, at)
        items.append(item(data[at + 4 : at + 4 + size]))
        at += 4 + size
    assert at == len(data)
    print(json.dumps(items, ensure_ascii=False))


main()
