"""LemonLDAP::NG: no rotation, a refresh that answers without a refresh token, an issuer that ends with a slash."""

import json

from .front import Front
from .place import CLIENT, PACKAGES, SECRETS, clients, free_port
from .processes import run
from .visitor import Visitor, redirect_of

UNPACKED = PACKAGES / "debian"
USER, PASSWORD = "dwho", "dwho"  # of the server's own demonstration accounts

INITIAL = """[all]
logLevel = notice
checkTime = 1
localSessionStorage =
[configuration]
type = File
dirName = {folder}/configuration
localStorage = Cache::FileCache
localStorageOptions = {{ 'namespace' => 'configuration', 'cache_root' => '{folder}/cache', 'cache_depth' => 0 }}
[portal]
staticPrefix = /static
templateDir = {share}/portal/templates
languages = en
"""

# The server loads its captcha module, which draws with this one, though no captcha is asked for.
NO_DRAWING = "package GD::SecurityImage;\nsub import { }\n1;\n"


def start(place):
    front = Front(place)
    known = clients(free_port(), user=USER, password=PASSWORD)
    redirects = [known["redirect"], known["loopbackRedirect"]]
    for name in ("sessions/lock", "persistent/lock", "cache", "configuration"):
        (place.folder / name).mkdir(parents=True)
    share = UNPACKED / "usr/share/lemonldap-ng"
    initial = place.write("lemonldap-ng.ini", INITIAL.format(folder=place.folder, share=share))
    place.write("configuration/lmConf-1.json", json.dumps(configuration(place.folder, front.origin, redirects)))
    place.write("perl/GD/SecurityImage.pm", NO_DRAWING)
    command = ["plackup", "--no-default-middleware", "-I", UNPACKED / "usr/share/perl5", "-I", place.folder / "perl",
               "--host", "127.0.0.1", "--port", front.backend, share / "portal/htdocs/index.psgi"]
    place.processes.start("lemonldap", command, {"LLNG_DEFAULTCONFFILE": str(initial), "PLACK_ENV": "deployment"})
    front.start("/.well-known/openid-configuration")
    return front.description(issuer=front.origin + "/", origin=front.origin, **known)


def configuration(folder, origin, redirects):
    key = run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    store = {"generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"}
    common = {
        "oidcRPMetaDataOptionsRedirectUris": " ".join(redirects), "oidcRPMetaDataOptionsBypassConsent": 0,
        "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256", "oidcRPMetaDataOptionsAccessTokenSignAlg": "RS256",
        "oidcRPMetaDataOptionsRefreshToken": 1, "oidcRPMetaDataOptionsRequirePKCE": 1,
        "oidcRPMetaDataOptionsUserIDAttr": "uid", "oidcRPMetaDataOptionsIDTokenForceClaims": 0,
        "oidcRPMetaDataOptionsPostLogoutRedirectUris": redirects[0]}
    parties = {"native": {
        **common, "oidcRPMetaDataOptionsClientID": CLIENT, "oidcRPMetaDataOptionsPublic": 1}}
    for name, secret in SECRETS.items():
        parties[name] = {
            **common, "oidcRPMetaDataOptionsClientID": name, "oidcRPMetaDataOptionsPublic": 0,
            "oidcRPMetaDataOptionsClientSecret": secret, "oidcRPMetaDataOptionsAllowClientCredentialsGrant": 1}
    claims = {"name": "cn", "email": "mail"}
    return {
        "cfgNum": 1, "cfgAuthor": "interop", "cfgDate": 1, "cfgVersion": "2.16.1", "checkXSS": 0,
        "portal": origin + "/", "domain": "127.0.0.1", "cookieName": "lemonldap", "securedCookie": 1, "key": "interop",
        "authentication": "Demo", "userDB": "Same", "passwordDB": "Demo", "registerDB": "Null",
        "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"}, "whatToTrace": "uid", "timeout": 7200,
        "portalRequireOldPassword": 1, "portalSkin": "bootstrap", "tokenUseGlobalStorage": 1, "requireToken": 1,
        "globalStorage": "Apache::Session::File", "localSessionStorage": "",
        "globalStorageOptions": {**store, "Directory": f"{folder}/sessions", "LockDirectory": f"{folder}/sessions/lock"},
        "persistentStorage": "Apache::Session::File",
        "persistentStorageOptions": {
            "Directory": f"{folder}/persistent", "LockDirectory": f"{folder}/persistent/lock"},
        "locationRules": {"127.0.0.1": {"default": "accept"}}, "exportedHeaders": {}, "macros": {}, "groups": {},
        "issuerDBOpenIDConnectActivation": 1, "issuerDBOpenIDConnectPath": "^/oauth2/",
        "oidcServicePrivateKeySig": key, "oidcServicePublicKeySig": run(["openssl", "pkey", "-pubout"], text=key),
        "oidcServiceKeyIdSig": "interop-rs256", "oidcServiceAllowAuthorizationCodeFlow": 1,
        "oidcServiceMetaDataIssuer": origin + "/", "oidcServiceIgnoreScopeForClaims": 0,
        "oidcRPMetaDataOptions": parties, "oidcRPMetaDataExportedVars": {name: claims for name in parties},
        "oidcRPMetaDataOptionsExtraClaims": {name: {} for name in parties}, "oidcRPMetaDataScopeRules": {},
        "oidcRPMetaDataMacros": {}}


def log_in(place, url):
    description = place.description()
    visitor = Visitor(description["origin"], description["authority"])
    page = visitor.submit(visitor.visit(url), {"user": USER, "password": PASSWORD})
    if page.status == 200:
        page = visitor.submit(page, {"confirm": ""}, ("confirm", "1"))
    return redirect_of(page)
