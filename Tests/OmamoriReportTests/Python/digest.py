"""Prints the SHA-256 of a file in Base64."""

import base64
import hashlib
import sys

with open(sys.argv[1], "rb") as file:
    sys.stdout.write(base64.b64encode(hashlib.sha256(file.read()).digest()).decode())
