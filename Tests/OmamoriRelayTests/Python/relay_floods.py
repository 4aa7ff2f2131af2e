"""What many accounts, or one that sends too much, do to a relay; and what others still get.

Reads a JSON object from its input: the port, the pin and the name of a scenario; prints what it saw as JSON.
"""

import json
import os
import sys
import time

from relay_client import Account, Relay, b64

question = json.load(sys.stdin)


def account(name):
    made = Account(Relay(question["port"], question["pin"]), name)
    assert made.register()[0] == 201
    return made


def upload(sender, size):
    return sender.request("PUT", "/v1/attachments/" + b64(os.urandom(16)), os.urandom(size))[0]


def ask():
    """Many accounts ask more often than the relay remembers; then somebody else asks."""
    crowd = [account(f"asker{number}") for number in range(8)]
    statuses = set()
    for asker in crowd:
        for _ in range(20):
            statuses.add(asker.request("GET", asker.own("/prekeys/one-time"))[0])
    other = account("other")
    return {"crowd": sorted(statuses), "other": other.request("GET", other.own("/prekeys/one-time"))[0]}


def oversized():
    """Sends a body that is too large to its end, and reads the answer only then."""
    sender = account("sender")
    seen = []
    for size in question["sizes"]:
        try:
            seen.append(upload(sender, size))
        except OSError as error:
            sender.relay.connection = None
            seen.append(type(error).__name__)
    return seen


def refused():
    """A connection on which a body was announced that the relay does not take."""
    relay = Relay(question["port"], question["pin"])
    relay.connect()
    head = b"PUT /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000000\r\n\r\n"
    relay.connection.sock.sendall(head)
    return relay.connection.sock


def endless():
    """Goes on sending behind a refusal for as long as the relay takes it; says how much it took in MiB."""
    connection = refused()
    sent = 0
    try:
        while sent < 64 << 20:
            sent += connection.send(bytes(1 << 20))
    except OSError:
        pass
    return sent >> 20


def dawdle():
    """Sends a byte now and then behind a refusal; says how many of 300 the relay waited for."""
    connection = refused()
    for count in range(300):
        try:
            connection.send(b"x")
        except OSError:
            return count
        time.sleep(0.1)
    return 300


scenarios = [ask, oversized, endless, dawdle]
print(json.dumps({"seen": {scenario.__name__: scenario for scenario in scenarios}[question["scenario"]]()}))
