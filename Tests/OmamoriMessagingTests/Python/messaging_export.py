"""Opens an export of messaging, by Documentation/formats/messaging-export.md and a reader of Omamori files.

Takes a JSON object from standard input: `export` and `password`, both hexadecimal. Prints the records as a JSON array of
`[kind, key, record]`, the last two hexadecimal.
"""

import hashlib
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

FILE_READER = pathlib.Path(__file__).parents[2] / "OmamoriCryptoTests" / "Python" / "omamori_file.py"


def decrypted(file, password):
    with tempfile.NamedTemporaryFile() as place:
        place.write(file)
        place.flush()
        request = json.dumps({"file": place.name, "password": password.decode()})
        command = [sys.executable, "-B", FILE_READER]
        answer = subprocess.run(command, input=request, capture_output=True, text=True, check=True)
    return bytes.fromhex(json.loads(answer.stdout)["plaintext"])


def contents(plain, header):
    assert len(plain) % 4096 == 0 and plain[:6] == header
    (count,) = struct.unpack_from(">I", plain, 6)
    records, at = [], 10
    for _ in range(count):
        kind, length = plain[at], plain[at + 1]
        key = plain[at + 2 : at + 2 + length]
        at += 2 + length
        (size,) = struct.unpack_from(">I", plain, at)
        records.append((kind, key, plain[at + 4 : at + 4 + size]))
        at += 4 + size
    assert len(plain) - at < 4096 and not any(plain[at:])
    names = [record[:2] for record in records]
    assert names == sorted(set(names)) and {kind for kind, _ in names} <= {1, 3, 6}
    assert names[0] == (1, b"") and sum(kind == 1 for kind, _ in names) == 1
    return records


def main():
    request = json.load(sys.stdin)
    export = bytes.fromhex(request["export"])
    header, checksum, file = export[:6], export[6:22], export[22:]
    assert header[:5] == b"OMME\x01" and header[5] in (1, 2)
    assert hashlib.sha256(header + file).digest()[:16] == checksum
    plain = decrypted(file, bytes.fromhex(request["password"]))
    print(json.dumps([(kind, key.hex(), record.hex()) for kind, key, record in contents(plain, header)]))


if __name__ == "__main__":
    main()
