"""What many accounts, or one that sends too much, do to a relay; and what others still get.

Reads a JSON object from its input: the port, the pin and the name of a scenario; prints what it saw as JSON.
"""

import json
import os
import sys
import time

from relay_client import Account, Relay, b64

question = json.load(sys.stdin)


def account(name, source="127.0.0.1"):
    made = Account(Relay(question["port"], question["pin"], source), name)
    assert made.register()[0] == 201
    return made


def post(sender, recipient, body=b"sealed"):
    return sender.request("PUT", recipient.own("/envelopes/" + b64(os.urandom(16))), body)[0]


def upload(sender, size):
    return sender.request("PUT", "/v1/attachments/" + b64(os.urandom(16)), os.urandom(size))[0]


def acknowledge(owner):
    listed = json.loads(owner.fetch(limit=100)[1])["envelopes"]
    body = json.dumps({"sequences": [envelope["sequence"] for envelope in listed]}).encode()
    return owner.request("POST", owner.own("/acknowledgements"), body)[0]


def ask():
    """Many accounts ask more often than the relay remembers; then somebody else asks."""
    crowd = [account(f"asker{number}") for number in range(8)]
    statuses = set()
    for asker in crowd:
        for _ in range(20):
            statuses.add(asker.request("GET", asker.own("/prekeys/one-time"))[0])
    other = account("other")
    return {"crowd": sorted(statuses), "other": other.request("GET", other.own("/prekeys/one-time"))[0]}


def crowd():
    """Strangers fill the mailbox of somebody who is away; then others write."""
    victim, friend, reader, newcomer = (account(name) for name in ["victim", "friend", "reader", "new"])
    seen = {"before": [post(victim, friend), post(reader, victim), acknowledge(victim)]}
    taken = []
    for number in range(question["strangers"]):
        stranger = account(f"stranger{number}")
        count = 0
        while count < 100 and post(stranger, victim) == 201:
            count += 1
        taken.append(count)
    seen["taken"] = taken
    seen["friend"] = [post(friend, victim, os.urandom(2000)) for _ in range(10)]
    seen["reader"] = [post(reader, victim) for _ in range(3)]
    seen["newcomer"] = post(newcomer, victim, os.urandom(2000))
    return seen


def fill():
    """Accounts store whatever the relay takes of them; then others store something."""
    victim, friend = account("victim"), account("friend")
    stored = 0
    for number in range(question["accounts"]):
        hostile = account(f"hostile{number}", f"127.0.1.{number + 1}")
        for size in [question["size"], question["size"] // 8, 1000]:
            while stored < 1000 and upload(hostile, size) == 201:
                stored += 1
        for size in [200_000, 20_000, 1000]:
            for _ in range(100):
                if post(hostile, hostile, os.urandom(size)) != 201:
                    break
    return {
        "attachment": upload(friend, 2000),
        "envelopes": [post(friend, victim, os.urandom(500)) for _ in range(3)],
        "publish": [answer[0] for answer in friend.publish(b"signed", [("a", b"entry")])],
        "acknowledge": acknowledge(victim),
    }


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


scenarios = [ask, crowd, fill, oversized, endless, dawdle]
print(json.dumps({"seen": {scenario.__name__: scenario for scenario in scenarios}[question["scenario"]]()}))
