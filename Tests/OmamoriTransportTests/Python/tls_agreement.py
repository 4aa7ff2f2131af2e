"""Compares diagnoses of servers with what sslscan and testssl.sh find, and prints a table.

Argument: a folder with servers.json (rows of name, deep, diagnosis) and roots.pem. Exit code 1 when they disagree.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

FOLDER = pathlib.Path(sys.argv[1])
STANDARD = {
    f"ECDHE-{signature}-{cipher}"
    for signature in ("ECDSA", "RSA")
    for cipher in ("AES256-GCM-SHA384", "AES128-GCM-SHA256", "CHACHA20-POLY1305", "AES256-SHA", "AES128-SHA")
}
# Groups that sslscan does not offer, with their names in OpenSSL.
GROUPS = {"x448": "X448", "secp224r1": "secp224r1", "secp192r1": "prime192v1"}
KEYS = {"P-224": "secp224r1", "P-192": "secp192r1"}
RSA = {"AES256-GCM-SHA384", "AES128-GCM-SHA256", "AES256-SHA", "AES128-SHA"}


def openssl_names():
    lines = subprocess.run(
        ["openssl", "ciphers", "-stdname", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    return {line.split(" - ")[0].strip(): line.split(" - ")[1].split()[0] for line in lines if " - " in line}


NAMES = openssl_names()


def completed(facts):
    return [item for item in facts["handshakes"] if item["outcome"] == "completed"]


def blindness(facts):
    """Asks `openssl s_client` about servers that sslscan cannot see, because it does not offer their groups."""
    groups = {item["group"] for item in completed(facts) if item["group"]}
    strange = groups if groups <= set(GROUPS) else set()
    strange |= {KEYS[item["key"]] for item in facts["unverifiedCertificates"][:1] if item["key"] in KEYS}
    if strange:
        result = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{facts['port']}", "-servername", facts["host"], "-tls1_2",
             "-cipher", "ALL:@SECLEVEL=0", "-groups", GROUPS[strange.pop()] + ":X25519"],
            capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
        )
        suite = next((line.split()[-1] for line in result.stdout.splitlines() if "Cipher is" in line), "")
        ours = {NAMES.get(item["cipherSuite"]) for item in completed(facts)}
        return {"suite (openssl s_client)": (True, suite in ours)}
    return {}


def sslscan(row):
    facts = row["diagnosis"]["facts"]
    result = subprocess.run(
        ["sslscan", "--xml=-", "--no-colour", "--no-heartbleed", "--no-fallback", "--no-renegotiation",
         "--no-compression", f"--sni-name={facts['host']}", f"127.0.0.1:{facts['port']}"],
        capture_output=True, timeout=180, check=False,
    )
    test = xml.fromstring(result.stdout).find("ssltest")
    versions = {
        f"TLS {item.get('version')}" for item in test.findall("protocol")
        if item.get("type") == "tls" and item.get("enabled") == "1"
    }
    suites = {(item.get("sslversion").replace("v", " "), item.get("cipher")) for item in test.findall("cipher")}
    answers = {}
    seen = {item["version"] for item in completed(facts)}
    blind = blindness(facts)
    if blind:
        return blind
    answers["versions"] = (seen, versions)
    if facts["clientCertificate"] == "required" and seen == {"TLS 1.2"}:
        return answers  # sslscan lists suites of completed handshakes only
    ours = {(item["version"], NAMES.get(item["cipherSuite"], item["cipherSuite"])) for item in completed(facts)}
    answers["suites that sslscan lacks"] = (ours - suites, set())
    good = {suite for version, suite in suites if version == "TLS 1.3" or (version == "TLS 1.2" and suite in STANDARD)}
    standard = any(item["offer"] == "default" for item in completed(facts))
    answers["standard suites"] = (standard, bool(good))
    answers["RSA key exchange (TLS 1.2)"] = (
        any(item["offer"] == "tls1.2-rsa" for item in completed(facts)),
        any(version == "TLS 1.2" and suite in RSA for version, suite in suites),
    )
    certificate = test.find(".//certificate")
    if certificate is None:
        certificate = test.find("certificate")
    if certificate is not None and facts["unverifiedCertificates"]:
        own = facts["unverifiedCertificates"][0]
        algorithm = certificate.find("signature-algorithm")
        if algorithm is not None and algorithm.text:
            answers["SHA-1 or MD5 signature"] = (
                any(name in own["signature"] for name in ("SHA-1", "MD5")),
                any(name in algorithm.text.lower() for name in ("sha1", "md5")),
            )
        key = certificate.find("pk")
        if key is not None and key.get("type") == "RSA":
            answers["RSA bits"] = (own["key"], f"RSA {key.get('bits')}")
        expired = certificate.find("expired")
        if expired is not None:
            answers["expired"] = (
                any(item["requirement"] == "certificate-time" and "depth 0 has expired" in item["message"]
                    for item in row["diagnosis"]["findings"]),
                expired.text == "true",
            )
    return answers


def testssl(row):
    facts = row["diagnosis"]["facts"]
    output = FOLDER / f"testssl-{facts['port']}.json"
    tools = FOLDER / "tools"
    environment = dict(os.environ, TESTSSL_INSTALL_DIR="/etc/testssl", PATH=f"{tools}:{os.environ['PATH']}")
    subprocess.run(
        ["testssl", "--ip", "127.0.0.1", "--add-ca", str(FOLDER / "roots.pem"), "--jsonfile", str(output), "--quiet",
         "--color", "0", "--warnings", "off", "-p", "-f", "-S", f"{facts['host']}:{facts['port']}"],
        capture_output=True, timeout=400, check=False, env=environment, stdin=subprocess.DEVNULL,
    )
    found = {item["id"].split(" ")[0]: item for item in json.loads(output.read_text())}

    def text(name):
        return found.get(name, {}).get("finding", "")

    answers = {}
    versions = {
        version for name, version in
        (("TLS1", "TLS 1.0"), ("TLS1_1", "TLS 1.1"), ("TLS1_2", "TLS 1.2"), ("TLS1_3", "TLS 1.3"))
        if text(name).startswith("offered")
    }
    answers["versions"] = ({item["version"] for item in completed(facts)}, versions)
    secrecy = text("PFS") or text("FS")
    answers["forward secrecy"] = (facts["forwardSecrecy"], secrecy.startswith("offered"))
    requirements = {item["requirement"]: item for item in row["diagnosis"]["findings"]}
    if text("cert_keySize"):
        answers["key"] = ("certificate-key" in requirements, found["cert_keySize"]["severity"] not in ("OK", "INFO"))
        answers["signature"] = (
            "certificate-signature" in requirements,
            found["cert_signatureAlgorithm"]["severity"] not in ("OK", "INFO"),
        )
        answers["host"] = ("certificate-host" in requirements, found["cert_trust"]["severity"] not in ("OK", "INFO"))
        answers["chain"] = (
            "certificate-chain" in requirements,
            not text("cert_chain_of_trust").startswith("passed") and "expired" not in text("cert_chain_of_trust"),
        )
        answers["expired"] = ("certificate-time" in requirements, "expired" in text("cert_expirationStatus"))
        answers["staple"] = (
            any(item.get("stapled") for item in completed(facts)), text("OCSP_stapling").startswith("offered"))
    return answers


def stand_in_for_host():
    """testssl.sh wants a program that looks names up, though it is given the address."""
    tools = FOLDER / "tools"
    tools.mkdir(exist_ok=True)
    for name in ("host", "dig"):
        if shutil.which(name) is None:
            path = tools / name
            path.write_text("#!/bin/sh\nexit 1\n")
            path.chmod(0o755)


def run(judge, rows):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(zip(rows, pool.map(judge, rows)))


def main():
    rows = json.loads((FOLDER / "servers.json").read_text())
    stand_in_for_host()
    disagreements = 0
    for name, judge, chosen in (("sslscan", sslscan, rows), ("testssl", testssl, [r for r in rows if r["deep"]])):
        if shutil.which(name) is None:
            print(f"{name} is not installed")
            return 2
        count = 0
        for row, answers in run(judge, chosen):
            wrong = {key: pair for key, pair in answers.items() if pair[0] != pair[1]}
            count += len(answers)
            disagreements += len(wrong)
            state = "agrees" if not wrong else "DISAGREES"
            print(f"{name:8} {row['name']:50} {len(answers):2} answers  {state}")
            for key, (ours, theirs) in wrong.items():
                print(f"         {key}: omamori {ours}, {name} {theirs}")
        print(f"{name}: {len(chosen)} servers, {count} answers, {disagreements} disagreements until now")
        sys.stdout.flush()
    return 1 if disagreements else 0


sys.exit(main())
