"""Rates on one thread, in processor time, beside those of `openssl speed` taken in turn with them."""

import argparse
import pathlib
import shutil
import subprocess

from judge import Judge

SECONDS = 1  # How long openssl measures each of its rates.
OWN_SECONDS = 0.3

# Its name here: what openssl is asked for, and which field of its last line is the rate.
ENCRYPTION = ("-evp", "aes-256-gcm")
OPENSSL = {
    "gcm.seal.16KiB": (("-bytes", "16384", *ENCRYPTION), 3),
    "gcm.open.16KiB": (("-bytes", "16384", "-decrypt", *ENCRYPTION), 3),
    "chacha.seal.64KiB": (("-bytes", "65536", "-evp", "chacha20-poly1305"), 3),
    "chacha.open.64KiB": (("-bytes", "65536", "-decrypt", "-evp", "chacha20-poly1305"), 3),
    "gcm.seal.1MiB": (("-bytes", "1048576", *ENCRYPTION), 3),
    "gcm.seal.64B": (("-bytes", "64", *ENCRYPTION), 3),
    "ed25519": (("ed25519",), None),
    "p256": (("ecdsap256",), None),
}

# What is judged: the own rate, the rate of OpenSSL, the bar.
COMPARISONS = [
    ("Cobblestone stream, seal", "cobblestone.seal", "gcm.seal.16KiB", "streamShareOfOpenSSL"),
    ("Cobblestone stream, open", "cobblestone.open", "gcm.open.16KiB", "streamShareOfOpenSSL"),
    ("age stream, seal", "age.seal", "chacha.seal.64KiB", "streamShareOfOpenSSL"),
    ("age stream, open", "age.open", "chacha.open.64KiB", "streamShareOfOpenSSL"),
    ("AES.GCM.seal of 1 MiB", "gcm.seal.1MiB", "gcm.seal.1MiB", "sealShareOfOpenSSL"),
    ("HKDF-SHA256", "hkdf", "hkdf.openssl", "keysShareOfOpenSSL"),
    ("Ed25519, sign", "ed25519.sign", "ed25519.sign", "keysShareOfOpenSSL"),
    ("Ed25519, verify", "ed25519.verify", "ed25519.verify", "keysShareOfOpenSSL"),
    ("P-256, sign", "p256.sign", "p256.sign", "keysShareOfOpenSSL"),
    ("P-256, verify", "p256.verify", "p256.verify", "keysShareOfOpenSSL"),
]


def judge_all(program: pathlib.Path, options: argparse.Namespace, bars: dict[str, float], judge: Judge) -> None:
    """Measures in turn, so that both see the same machine, and takes the best of each."""
    own: dict[str, float] = {}
    peer: dict[str, float] = {}
    for _ in range(options.rounds):
        keep_best(own, own_rates(program))
        if shutil.which("openssl"):
            keep_best(peer, openssl_rates())
    # `openssl speed` has no HKDF; the program measures OpenSSL's own beside ours.
    peer["hkdf.openssl"] = own["hkdf.openssl"]
    print("rates on one thread, best of", options.rounds)
    for what, name, reference, bar in COMPARISONS:
        if reference not in peer:
            print(f"  {what}: {shown(own[name])}; openssl is missing, so there is nothing to compare with")
            continue
        text = f"{what} / OpenSSL ({shown(own[name])} / {shown(peer[reference])})"
        judge.at_least(text, own[name] / peer[reference], bars[bar])
    if "gcm.seal.64B" in peer:
        print(f"  openssl speed seals 64 bytes in {64e6 / peer['gcm.seal.64B']:.2f} µs, with the key set up before")
    judge.at_most("AES.GCM.seal of 64 bytes, µs", 1e6 / own["gcm.seal.64B"], bars["smallSealMicroseconds"], digits=2)


def own_rates(program: pathlib.Path) -> dict[str, float]:
    command = [program, "rates", str(OWN_SECONDS)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: float(number) for name, number in (line.split() for line in lines)}


def openssl_rates() -> dict[str, float]:
    rates = {}
    for name, (arguments, field) in OPENSSL.items():
        command = ["openssl", "speed", "-mr", "-seconds", str(SECONDS), *arguments]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        last = output.splitlines()[-1].split(":")
        if field is not None:
            rates[name] = float(last[field])
        else:
            rates[f"{name}.sign"], rates[f"{name}.verify"] = float(last[-2]), float(last[-1])
    return rates


def keep_best(best: dict[str, float], rates: dict[str, float]) -> None:
    for name, rate in rates.items():
        best[name] = max(rate, best.get(name, 0))


def shown(rate: float) -> str:
    return f"{rate / 1e9:.2f} GB/s" if rate > 1e8 else f"{rate / 1e3:.1f} k/s"
