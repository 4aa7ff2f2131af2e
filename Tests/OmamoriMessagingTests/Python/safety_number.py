"""The safety numbers of Documentation/formats/messaging.md."""

import hashlib


def fingerprint(keys, bound_address):
    digest = hashlib.sha512(b"Omamori Messaging v1 safety number\0" + keys + bound_address).digest()
    for _ in range(5199):
        digest = hashlib.sha512(digest + keys).digest()
    return digest[:32]


def safety_number(own, other):
    def digits(value):
        return "".join("%05d" % (int.from_bytes(value[5 * i : 5 * i + 5], "big") % 100000) for i in range(6))

    return "".join(sorted([digits(own), digits(other)]))
