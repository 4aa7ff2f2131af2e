"""A visitor without a screen: keeps cookies, fills forms, follows redirects as far as they stay with the server."""

import http.cookiejar
import json
import ssl
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser

from .processes import NotReady

REDIRECTS = (301, 302, 303, 307, 308)


class Answer:
    def __init__(self, url, status, headers, body):
        self.url, self.status, self.headers = url, status, headers
        self.text = body.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.text)


class Stay(urllib.request.HTTPRedirectHandler):
    """Leaves redirects to the caller."""

    def redirect_request(self, *_arguments):
        return None


class Visitor:
    def __init__(self, origin, authority=None):
        self.origin = origin
        context = ssl.create_default_context(cafile=authority) if authority else None
        handlers = [Stay(), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())]
        if context:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        self.opener = urllib.request.build_opener(*handlers)

    def send(self, method, url, body=None, headers=None):
        """One request; a dictionary is sent as JSON, text as a form."""
        url = urllib.parse.urljoin(self.origin, url)
        headers = {"Accept": "*/*", "Referer": url, **(headers or {})}
        if isinstance(body, (dict, list)):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        request = urllib.request.Request(url, body.encode() if body is not None else None, headers, method=method)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return Answer(url, answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as answer:
            return Answer(url, answer.code, answer.headers, answer.read())

    def demand(self, method, url, body=None):
        answer = self.send(method, url, body)
        if answer.status != 200:
            raise NotReady(f"{method} {url} was answered with {answer.status}: {answer.text[:300]}")
        return answer

    def visit(self, url):
        return self.follow(self.send("GET", url))

    def follow(self, answer):
        """Follows redirects; one that leaves the server is answered as it is."""
        for _ in range(12):
            if answer.status not in REDIRECTS:
                return answer
            target = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if not target.startswith(self.origin + "/"):
                return answer
            answer = self.send("GET", target)
        raise NotReady("too many redirects")

    def submit(self, page, fields, button=None):
        """Fills in the page's form that has all FIELDS, presses BUTTON (a name and a value) and follows."""
        forms = FormReader.forms(page.text)
        form = next((form for form in forms if set(fields) <= set(form["fields"])), None)
        if form is None:
            raise NotReady(f"{page.url} ({page.status}) has no form with {sorted(fields)}: {page.text[:600]}")
        values = {**form["fields"], **fields, **dict([button] if button else [])}
        target = urllib.parse.urljoin(page.url, form["action"] or page.url)
        answer = self.send("POST", target, urllib.parse.urlencode(values), {
            "Content-Type": "application/x-www-form-urlencoded", "Referer": page.url, "Origin": self.origin})
        return self.follow(answer)


class FormReader(HTMLParser):
    @classmethod
    def forms(cls, text):
        reader = cls()
        reader.found = []
        reader.feed(text)
        return reader.found

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.found.append({"action": values.get("action"), "fields": {}})
        elif tag == "input" and self.found and values.get("name"):
            if values.get("type") not in ("submit", "button", "image"):
                self.found[-1]["fields"][values["name"]] = values.get("value") or ""


def redirect_of(answer):
    """Where an answer sends the browser, away from the server."""
    if answer.status not in REDIRECTS:
        raise NotReady(f"{answer.url} was answered with {answer.status}, not with a redirect: {answer.text[:600]}")
    return answer.headers["Location"]
