"""An authorization server on 127.0.0.1 that logs everybody in and can be told to misbehave.

usage: authorization_server.py CERTIFICATE KEY FOLDER

Prints `PORT n` when it listens. How it behaves is in FOLDER/behaviour.json, which is read for every request; what it was
asked is in FOLDER/requests.log, a word or two a line. Refresh tokens are rotated, and one that is used twice ends its grant.
"""

import base64
import hashlib
import http.server
import json
import secrets
import sys
import threading
import time
import urllib.parse

from changed_answers import changed
from identity_tokens import encode, identity_token, modulus
from secure_server import SecureServer

certificate, private_key, folder = sys.argv[1:4]
lock = threading.RLock()
codes, devices, grants = {}, {}, {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    @property
    def issuer(self):
        return "https://127.0.0.1:%d" % self.server.server_port

    @staticmethod
    def behaviour(name, default=None):
        try:
            with open(folder + "/behaviour.json") as file:
                return json.load(file).get(name, default)
        except FileNotFoundError:
            return default

    @staticmethod
    def note(text):
        with lock, open(folder + "/requests.log", "a") as file:
            file.write(text + "\n")

    def answer(self, status, value=None, fields=()):
        status, fields, body = changed(self, status, fields, value)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        for name, text in fields:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, code, status=400):
        self.answer(status, {"error": code})

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/.well-known/openid-configuration":
            self.answer(200, self.metadata())
        elif url.path == "/jwks":
            key = {"kty": "RSA", "kid": "one", "alg": "RS256", "n": encode(modulus), "e": "AQAB"}
            self.answer(200, {"keys": [key]})
        elif url.path == "/authorize":
            self.authorize(query)
        elif url.path == "/approve":
            devices[query["code"]] = True
            self.answer(200, {})
        else:
            self.answer(404)

    def metadata(self):
        names = {
            "authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/jwks",
            "device_authorization_endpoint": "/device",
        }
        if self.behaviour("revokes", True):
            names["revocation_endpoint"] = "/revoke"
        value = {name: self.issuer + path for name, path in names.items()}
        value["issuer"], value["authorization_response_iss_parameter_supported"] = self.behaviour("issuer", self.issuer), True
        value["code_challenge_methods_supported"] = ["S256"]
        value["id_token_signing_alg_values_supported"] = ["RS256"]
        return value

    def authorize(self, query):
        self.note("authorize")
        assert query["response_type"] == "code" and query["code_challenge_method"] == "S256"
        assert query["redirect_uri"].startswith("http://127.0.0.1:")
        parameters = {"state": query["state"], "iss": self.issuer}
        if self.behaviour("denies"):
            parameters["error"] = "access_denied"
        else:
            parameters["code"] = secrets.token_urlsafe(24)
            codes[parameters["code"]] = query
        if self.behaviour("forgets_state"):
            parameters["state"] = secrets.token_urlsafe(24)
        self.answer(302, fields=[("Location", query["redirect_uri"] + "?" + urllib.parse.urlencode(parameters))])

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        form = dict(urllib.parse.parse_qsl(body, strict_parsing=True))
        secret = self.behaviour("secret")
        if secret and self.headers.get("Authorization") != "Basic " + base64.b64encode(secret.encode()).decode():
            self.note("unauthorized")
            return self.refuse("invalid_client", 401)
        if self.path == "/token":
            self.token(form)
        elif self.path == "/device":
            code = secrets.token_urlsafe(24)
            devices[code] = False
            value = {"device_code": code, "user_code": "ABCD-EFGH", "expires_in": 120, "interval": 1}
            value["verification_uri"] = self.issuer + "/approve?code=" + code
            self.note("device")
            self.answer(200, value)
        elif self.path == "/revoke":
            self.revoke(form)
        else:
            self.answer(404)

    def token(self, form):
        status = self.behaviour("token_status")
        if status:
            self.note("status %d" % status)
            return self.answer(status)
        kind = form["grant_type"]
        if kind == "authorization_code":
            query = codes.pop(form["code"], None)
            challenge = encode(hashlib.sha256(form["code_verifier"].encode()).digest())
            if not query or query["code_challenge"] != challenge or query["redirect_uri"] != form["redirect_uri"]:
                return self.refuse("invalid_grant")
            self.note("code")
            return self.grant(query["client_id"], query.get("nonce"), query.get("scope", ""), query.get("resource"))
        if kind == "urn:ietf:params:oauth:grant-type:device_code":
            if not devices.get(form["device_code"]):
                self.note("device-pending")
                return self.refuse("authorization_pending")
            del devices[form["device_code"]]
            self.note("device-approved")
            return self.grant(form["client_id"], None, "openid", None)
        if kind == "refresh_token":
            return self.refresh(form["refresh_token"])
        self.refuse("unsupported_grant_type")

    def grant(self, client, nonce, scope, resource):
        family = {"client": client, "alive": True, "scope": scope, "resource": resource}
        self.answer(200, self.issue(family, nonce if "openid" in scope.split() else None, "openid" in scope.split()))

    def issue(self, family, nonce=None, identifies=False):
        with lock:
            value = {"access_token": "access-" + secrets.token_urlsafe(24), "token_type": "Bearer"}
            value["expires_in"] = self.behaviour("lifetime", 3600)
            value["scope"] = family["scope"]
            if not self.behaviour("keeps_refresh_tokens"):
                value["refresh_token"] = "refresh-" + secrets.token_urlsafe(24)
                family["current"] = value["refresh_token"]
                grants[value["refresh_token"]] = family
        if identifies:
            audiences = [family["client"]] + self.behaviour("further_audiences", [])
            value["id_token"] = identity_token(self.issuer, audiences, nonce, value["access_token"])
        return value

    def refresh(self, token):
        with lock:
            family = grants.get(token)
            if not family or not family["alive"] or self.behaviour("refuses"):
                self.note("refresh-refused")
                return self.refuse("invalid_grant")
            if token != family["current"]:
                if not self.behaviour("grace"):
                    self.note("refresh-reused")
                    family["alive"] = False
                    return self.refuse("invalid_grant")
                self.note("refresh-again")
                value = family["answer"]
            else:
                self.note("refresh")
                value = family["answer"] = self.issue(family)
        time.sleep(self.behaviour("delay", 0))
        self.answer(200, value)

    def revoke(self, form):
        status = self.behaviour("revoke_status", 200)
        self.note("revoke %s %d" % (form["token"].split("-")[0], status))
        if status == 200 and form["token"] in grants:
            grants[form["token"]]["alive"] = False
        self.answer(status)


server = SecureServer(Handler, certificate, private_key)
print("PORT %d" % server.server_port, flush=True)
server.serve_forever()
