"""Logs in as a person would: headless Chromium, driven over WebDriver, follows the redirect to the app."""

import base64
import hashlib
import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from .place import free_port
from .processes import NotReady, end_group

PATIENCE = 90.0  # seconds for one login, on a machine that may be busy
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the WebDriver specification gives to references


def log_in(place, url):
    """Fills whatever pages the server shows; answers the address at which the browser stops, which is the app's."""
    description = place.description()
    with tempfile.TemporaryDirectory(prefix="interop-browser-") as home:
        with Browser(home, key_digest(place)) as browser:
            browser.visit(url)
            return walk(browser, description)


def walk(browser, description):
    deadline, filled = time.monotonic() + PATIENCE, set()
    while time.monotonic() < deadline:
        address = browser.address()
        if address.startswith(description["redirect"]):
            return address
        # A port of this machine, since the servers speak https; somebody has to have answered there.
        if address.startswith("http://127.0.0.1:"):
            if browser.has_loaded(address):
                return address
            time.sleep(0.1)
            continue
        if not take_step(browser, description, filled):
            time.sleep(0.1)
    raise NotReady(f"the browser stopped at {browser.address()}: {browser.text()[:400]}")


def take_step(browser, description, filled):
    """One step of a login: the first field that is empty, or a button that goes on."""
    person = {("username", "login", "user"): description["user"], ("password",): description["password"]}
    for names, value in person.items():
        for name in names:
            field = browser.find(f"input[name='{name}'], input#{name}")
            if field and (browser.address(), name) not in filled and browser.type_in(field, value):
                filled.add((browser.address(), name))
                return True
    for selector in ("button[name='answer'][value='accept']", "button.btn-success:enabled", "#continueButton",
                     "input[name='allow']", "button[type='submit']", "button.btn-primary:enabled"):
        button = browser.find(selector)
        if button and browser.click(button):
            time.sleep(0.3)
            return True
    return False


def key_digest(place):
    """What tells Chromium to trust this one certificate: the digest of its public key."""
    certificate = next(place.folder.glob("*front/server.pem"))
    command = ["openssl", "x509", "-in", str(certificate), "-pubkey", "-noout"]
    pem = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    der = base64.b64decode("".join(pem.splitlines()[1:-1]))
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


class Browser:
    def __init__(self, home, trusted):
        self.home = home
        self.options = {"args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the app's host is not looked up anywhere
            f"--ignore-certificate-errors-spki-list={trusted}", f"--user-data-dir={home}/profile"]}

    def __enter__(self):
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        environment = {"HOME": self.home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": self.home}
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--silent"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=environment, start_new_session=True)
        try:
            self._await_driver()
            capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": self.options}}
            session = self._send("POST", "/session", {"capabilities": capabilities})
            self.base += f"/session/{session['sessionId']}"
        except BaseException:
            end_group(self.driver.pid)
            raise
        return self

    def __exit__(self, *_fault):
        try:
            self._send("DELETE", "", None)
        except (NotReady, OSError):
            pass  # the group is ended below, whatever the driver says
        end_group(self.driver.pid)
        self.driver.wait()

    def visit(self, url):
        self._send("POST", "/url", {"url": url})

    def address(self):
        return self._send("GET", "/url")

    def text(self):
        return self._send("POST", "/execute/sync", {"script": "return document.body.innerText", "args": []})

    def has_loaded(self, address):
        script = "return document.readyState == 'complete' ? document.URL : ''"
        return self._send("POST", "/execute/sync", {"script": script, "args": []}) == address

    def find(self, selector):
        found = self._send("POST", "/elements", {"using": "css selector", "value": selector})
        return found[0][ELEMENT] if found else None

    def type_in(self, element, text):
        try:
            self._send("POST", f"/element/{element}/clear", {})
            self._send("POST", f"/element/{element}/value", {"text": text})
        except NotReady:
            return False  # gone or hidden meanwhile
        return True

    def click(self, element):
        try:
            self._send("POST", f"/element/{element}/click", {})
        except NotReady:
            return False
        return True

    def _await_driver(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if self._send("GET", "/status")["ready"]:
                    return
            except (NotReady, OSError):
                time.sleep(0.05)
        raise NotReady("chromedriver did not start")

    def _send(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as fault:
            raise NotReady(json.load(fault)["value"]["message"].splitlines()[0]) from fault
