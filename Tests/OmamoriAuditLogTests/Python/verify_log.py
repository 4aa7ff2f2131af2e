"""Verifies and reads an audit log: an implementation of Documentation/formats/audit-log.md from that page alone.

Reads a JSON object from standard input with the members folder, key (verifier key of signed notes), auditor (hexadecimal
of the private key, or empty), anchors (a list of notes), counter (a number or null); answers with an object of verdict,
size, root and, with the auditor's key, payloads (hexadecimal of the events until a fault).
"""

import base64
import json
import os
import re
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

sys.dont_write_bytecode = True
from log_format import CLOSE, Log, Tree, Verdict, header, number, open_seed, scan, sha  # noqa: E402


def verify(folder, log, auditor, anchors, counter, payloads):
    state = {"tree": Tree(), "confirmed": None, "counted": None, "counter": None, "kind": None, "content": -1, "torn": 0, "ends": False}
    tree, link = state["tree"], bytes(32)
    anchors = sorted((log.checkpoint(each.encode()) for each in anchors), key=lambda each: each[0])

    def append(leaf):
        tree.append(leaf)
        compare()

    def compare():
        while anchors and anchors[0][0] == tree.count:
            if anchors[0][1] != tree.root():
                raise Verdict(f"rolledBack {state['confirmed'] or 0} {anchors[0][0]}")
            state["confirmed"] = anchors.pop(0)[0]

    names = sorted(each for each in os.listdir(folder) if re.fullmatch(r"\d{20}\.segment", each))
    numbers = [int(each[:20]) for each in names]
    files = [open(os.path.join(folder, each), "rb").read() for each in names]
    note = os.path.join(folder, "pruned.note")
    has_note = os.path.exists(note)
    lines = log.note(open(note, "rb").read(), "/pruned") if has_note else None

    def follows(at):
        try:
            start = header(files[at], log, numbers[at])
        except Verdict:
            return False
        root = base64.b64encode(Tree(start["first"], start["edge"]).root()).decode()
        return lines is not None and lines[:3] == [str(start["first"]), root, f"last {numbers[at] - 1}"]

    try:
        for at in range(1, len(files)):
            if lines is not None and f"last {numbers[at] - 1}" in lines and follows(at):
                numbers, files = numbers[at:], files[at:]
                break
        following = header(files[0], log, numbers[0]) if files else None
        if following and numbers[0] == 0:
            if following["first"] or any(following["link"]) or following["discarded"]:
                raise Verdict("tampered 0")
            if has_note:
                raise Verdict("tampered note")
        elif following:
            if not follows(0):
                raise Verdict(f"missing 0 {numbers[0] - 1}")
            tree.count, tree.edge, link = following["first"], list(following["edge"]), following["link"]
            while anchors and anchors[0][0] < tree.count:
                anchors.pop(0)
            compare()
        for index, segment in enumerate(numbers):
            current, following, data = following, None, files[index]
            if index + 1 < len(numbers):
                if numbers[index + 1] != segment + 1:
                    raise Verdict(f"missing {segment + 1} {numbers[index + 1] - 1}")
                following = header(files[index + 1], log, segment + 1)
            at, state["kind"], state["content"] = len(current["raw"]), None, tree.count
            link = sha(b"\0" + link + current["raw"])
            if auditor:
                own = [each for each in current["seeds"] if each[:32] == auditor.public_key().public_bytes_raw()]
                if not own:
                    raise Verdict(f"foreignKey {segment}")
                seed = open_seed(auditor, own[0][32:], b"omamori-audit-log v1 seed", current["start"])
                keys = HKDF(hashes.SHA512(), 64, link, b"omamori-audit-log v1 first").derive(seed)
            append(link)
            end = following["first"] if following else None
            while tree.count != end:
                size = scan(data, at, tree.count)
                if size in ("end", "torn"):
                    if following:
                        raise Verdict(f"truncated {segment} {tree.count} {end}")
                    if size == "torn" and state["kind"] == CLOSE:
                        raise Verdict(f"unauthenticatedBytes {segment} {at}")
                    state["torn"] = len(data) - at
                    break
                tampered = Verdict(f"tampered {segment} {tree.count}")
                if size == "malformed" or (state["kind"] == CLOSE and size != "damaged"):
                    raise Verdict(f"unauthenticatedBytes {segment} {at}")
                if size == "damaged" or number(data, at + 5) != tree.count:
                    raise tampered
                frame, kind = data[at : at + size - 4], data[at + 4]
                clear = kind >= 0x80
                if auditor:
                    nonce = bytes(4) + tree.count.to_bytes(8, "big")
                    split = len(frame) - 16 if clear else 13
                    try:
                        content = AESGCM(keys[:32]).decrypt(nonce, frame[split:], link + frame[:split])
                    except InvalidTag:
                        raise tampered from None
                    keys = HKDFExpand(hashes.SHA512(), 64, b"omamori-audit-log v1 next").derive(keys[32:])
                    if kind == 1:
                        payloads.append(content[8:].hex())
                if clear:
                    note = log.checkpoint(frame[13:-16])
                    if note is None or note[:2] != (tree.count, tree.root()):
                        raise tampered
                    state["ends"] = counter is not None and note[2] == counter
                    if note[2] is not None:
                        if note[2] < (state["counter"] or 0):
                            raise tampered
                        state["counter"] = note[2]
                        state["counted"] = note[0] if note[2] == counter else state["counted"]
                else:
                    state["content"] = tree.count
                state["kind"], at = kind, at + size
                link = sha(b"\0" + link + frame)
                append(link)
            if following:
                if following["link"] != link or following["edge"] != tree.edge:
                    raise Verdict(f"tampered {segment}")
                rest = len(data) - at
                if rest < following["discarded"]:
                    raise Verdict(f"truncated {segment} {tree.count} {tree.count}")
                torn = rest == 0 or (scan(data, at, tree.count) == "torn" and state["kind"] != CLOSE)
                if rest > following["discarded"] or not torn:
                    raise Verdict(f"unauthenticatedBytes {segment} {at}")
        if anchors:
            raise Verdict(f"rolledBack {tree.count} {anchors[0][0]}")
        if counter is not None and (state["counter"] or 0) < counter:
            raise Verdict(f"rolledBack {state['counter'] or 0} {counter}")
        covered = max((each for each in (state["confirmed"], state["counted"]) if each is not None), default=None)
        known = state["ends"] or 0 <= state["content"] < (state["confirmed"] or 0)
        verdict = "complete" if known and state["kind"] == CLOSE and not state["torn"] else f"openTail {covered or 0}"
    except Verdict as fault:
        verdict = str(fault)
    return {"verdict": verdict, "size": tree.count, "root": tree.root().hex(), "payloads": payloads}


def main():
    question = json.load(sys.stdin)
    secret = question["auditor"]
    auditor = X25519PrivateKey.from_private_bytes(bytes.fromhex(secret)) if secret else None
    log = Log(question["key"])
    json.dump(verify(question["folder"], log, auditor, question["anchors"], question.get("counter"), []), sys.stdout)


if __name__ == "__main__":
    main()
