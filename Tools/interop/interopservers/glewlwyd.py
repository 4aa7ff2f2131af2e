"""glewlwyd: rotation with reuse detection, devices, pushed logins, DPoP; an issuer that wants nonces, one that wants pushes."""

import gzip
import os
import shutil
import sqlite3
import urllib.parse
from pathlib import Path

from .front import Front
from .place import CLIENT, PACKAGES, PASSWORD, SECRETS, USER, clients, free_port
from .processes import run
from .visitor import Visitor, redirect_of

UNPACKED = PACKAGES / "debian"
ADMINISTRATOR = {"username": "admin", "password": "password"}  # of the package's own first database

CONFIGURATION = """port={port}
bind_address="127.0.0.1"
external_url="{origin}"
login_url="login.html"
api_prefix="api"
static_files_path="{folder}/webapp/"
allow_origin="*"
log_mode="console"
log_level="INFO"
cookie_domain="127.0.0.1"
cookie_secure=1
cookie_same_site="lax"
session_expiration=86400
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="{modules}/user"
user_middleware_module_path="{folder}/user_middleware"
client_module_path="{modules}/client"
user_auth_scheme_module_path="{modules}/scheme"
plugin_module_path="{modules}/plugin"
hash_algorithm="SHA512"
database = {{ type = "sqlite3"; path = "{folder}/glewlwyd.db"; }};
static_files_mime_types = (
  {{ extension = ".html"; mime_type = "text/html"; compress = 0; }},
  {{ extension = ".css"; mime_type = "text/css"; compress = 0; }},
  {{ extension = ".js"; mime_type = "application/javascript"; compress = 0; }},
  {{ extension = ".json"; mime_type = "application/json"; compress = 0; }}
)
"""


def start(place):
    front = Front(place)
    known = clients(free_port())
    (place.folder / "user_middleware").mkdir()
    copy_web_application(place.folder / "webapp")
    make_database(place.folder / "glewlwyd.db")
    modules = UNPACKED / "usr/lib/glewlwyd"
    text = CONFIGURATION.format(port=front.backend, origin=front.origin, folder=place.folder, modules=modules)
    path = place.write("glewlwyd.conf", text)
    command = [UNPACKED / "usr/bin/glewlwyd", f"--config-file={path}"]
    process = place.processes.start("glewlwyd", command)
    place.processes.await_answer(process, front.behind + "/config/")
    front.start("/config/")
    configure(Visitor(front.origin, front.authority), front.origin,
              [known["redirect"], known["loopbackRedirect"]])
    return front.description(
        issuer=f"{front.origin}/api/oidc", origin=front.origin, nonceIssuer=f"{front.origin}/api/nonces",
        pushedIssuer=f"{front.origin}/api/pushed", **known)


def copy_web_application(target):
    """The package's links lead to other packages' files, which may be installed or unpacked beside it."""
    source = UNPACKED / "usr/share/glewlwyd/webapp"
    shutil.copytree(source, target, symlinks=True)
    for link in [path for path in target.rglob("*") if path.is_symlink()]:
        original = source / link.relative_to(target)
        inside = Path(os.path.normpath(original.parent / original.readlink()))
        link.unlink()
        for place in (inside, Path("/") / inside.relative_to(UNPACKED) if inside.is_relative_to(UNPACKED) else inside):
            if place.is_file():
                shutil.copyfile(place, link)
                break
    shutil.copyfile(UNPACKED / "usr/share/glewlwyd/templates/config.json", target / "config.json")


def make_database(path):
    script = UNPACKED / "usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
    with sqlite3.connect(path) as database:
        database.executescript(gzip.decompress(script.read_bytes()).decode())


def configure(administrator, origin, redirects):
    administrator.demand("POST", "/api/auth/", ADMINISTRATOR)
    for scope in ("profile", "offline"):
        administrator.demand("POST", "/api/scope/", {
            "name": scope, "display_name": scope, "description": scope, "password_required": False, "scheme": {}})
    private_keys = run(["rnbyc", "-j", "-g", "ec256", "-k", "interop-es256", "-a", "ES256",
                        "-g", "rsa2048", "-k", "interop-rs256", "-a", "RS256", "-p", "/dev/null"])
    keys = private_keys[private_keys.index("{"):]  # after a line of words
    special = {"oidc": {}, "nonces": {"oauth-dpop-nonce-mandatory": True}, "pushed": {"oauth-par-required": True}}
    for name, more in special.items():
        administrator.demand("POST", "/api/mod/plugin/", {
            "module": "oidc", "name": name, "display_name": name, "enabled": True,
            "parameters": {**parameters(f"{origin}/api/{name}", keys), **more}})
    administrator.demand("POST", "/api/user/?source=database", {
        "username": USER, "name": "Alice Liddell", "email": "alice@example.org", "password": PASSWORD,
        "scope": ["g_profile", "openid", "profile", "offline"], "enabled": True})
    client = {"enabled": True, "scope": [], "redirect_uri": redirects, "authorization_type": [
        "code", "refresh_token", "device_authorization", "client_credentials"]}
    administrator.demand("POST", "/api/client/?source=database", {
        **client, "client_id": CLIENT, "name": CLIENT, "confidential": False, "token_endpoint_auth_method": ["none"]})
    for name, secret in SECRETS.items():
        administrator.demand("POST", "/api/client/?source=database", {
            **client, "client_id": name, "name": name, "confidential": True, "client_secret": secret,
            "scope": ["offline"], "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]})


def parameters(issuer, keys):
    return {
        "iss": issuer, "jwks-private": keys, "default-kid": "interop-es256", "jwks-show": True,
        "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 600,
        "refresh-token-rolling": True, "refresh-token-one-use": "always", "allow-non-oidc": True,
        "auth-type-code-enabled": True, "auth-type-code-revoke-replayed": True, "auth-type-refresh-enabled": True,
        "auth-type-token-enabled": False, "auth-type-id-token-enabled": True, "auth-type-none-enabled": False,
        "auth-type-password-enabled": False, "auth-type-client-enabled": True, "auth-type-device-enabled": True,
        "device-authorization-expiration": 600, "device-authorization-interval": 2,
        "pkce-allowed": True, "pkce-required": True, "pkce-method-plain-allowed": False,
        "introspection-revocation-allowed": True, "introspection-revocation-allow-target-client": True,
        "introspection-revocation-auth-scope": [],
        "oauth-as-iss-id": True, "oauth-par-allowed": True, "oauth-par-required": False, "oauth-par-duration": 90,
        "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:",
        "oauth-dpop-allowed": True, "oauth-dpop-iat-duration": 30, "oauth-dpop-nonce-mandatory": False,
        "oauth-dpop-nonce-counter": 3, "session-management-allowed": True, "session-cookie-name": "GLEWLWYD2_OIDC_SID",
        "session-cookie-expiration": 86400, "subject-type": "public",
        "name-claim": "on-demand", "name-claim-scope": ["profile"], "email-claim": "no", "scope-claim": "no"}


def log_in(place, url):
    """The login page is a program; this talks to the interface that the program talks to."""
    description = place.description()
    visitor = Visitor(description["origin"], description["authority"])
    visitor.demand("POST", "/api/auth/", {"username": USER, "password": PASSWORD})
    for client in (CLIENT, *SECRETS):
        visitor.demand("PUT", f"/api/auth/grant/{client}", {"scope": "openid profile offline"})
    return redirect_of(visitor.visit(url + "&g_continue"))


def approve(place, url):
    """Approves a device: the user code is in the address that the device shows."""
    description = place.description()
    visitor = Visitor(description["origin"], description["authority"])
    visitor.demand("POST", "/api/auth/", {"username": USER, "password": PASSWORD})
    for client in (CLIENT, *SECRETS):
        visitor.demand("PUT", f"/api/auth/grant/{client}", {"scope": "openid profile offline"})
    answer = visitor.visit(url + "&g_continue")
    return urllib.parse.urlsplit(answer.url).query
