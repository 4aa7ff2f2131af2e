"""The same requests with python requests or httpx: peer.py requests|httpx URL ROOT COUNT."""

import sys
import time

name, kept, root, count = sys.argv[1:]
if name == "requests":
    import requests

    def session():
        made = requests.Session()
        made.trust_env = False
        made.verify = root
        return made
else:
    import ssl

    import httpx

    def session():
        return httpx.Client(verify=ssl.create_default_context(cafile=root), trust_env=False)


def get(client, url):
    if len(client.get(url).content) != 1024:
        raise ValueError("not the body")


with session() as client:
    get(client, kept)
    start = time.perf_counter()
    for _ in range(int(count)):
        get(client, kept)
    print("sequential", int(count) / (time.perf_counter() - start))
