"""Opens a report in headless Chromium and prints what it does, as JSON.

usage: browse.py look|use|print PAGE.html [PICTURES]   (with a folder, pictures are written there)
"""

import json
import os
import re
import sys

from playwright.sync_api import sync_playwright

LOOKS = [(1280, "light"), (390, "dark")]
BROWSER = os.environ.get("OMAMORI_CHROMIUM", "/usr/bin/chromium")


def shown(page):
    return page.evaluate(
        "[...document.querySelectorAll('.finding')].filter(f => f.checkVisibility()).length")


def look(browser, address, width, scheme, uses, pictures):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append("dialog " + dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    result = {
        "width": page.evaluate("document.documentElement.scrollWidth"),
        "title": page.title(),
        "language": page.evaluate("document.documentElement.lang"),
        "scripts": page.evaluate("document.scripts.length"),
        "elements": page.evaluate("document.querySelectorAll('*').length"),
        "background": page.evaluate("getComputedStyle(document.body).backgroundColor"),
        "open": shown(page),
    }
    if uses:
        result["filter"] = use(page)
    result["text"] = page.evaluate("document.body.innerText")
    if pictures:
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=f"{pictures}/{result['language']}-{width}.png", full_page=True)
    page.emulate_media(media="print")
    result["printsFilter"] = page.locator("#filter").is_visible() if page.locator("#filter").count() else False
    result["said"] = said
    result["asked"] = [url for url in asked if url != address]
    context.close()
    return result


def use(page):
    """The number of findings that are visible after each use of the filter."""
    steps = {}

    def step(name):
        steps[name] = shown(page)
        steps[name + "Count"] = page.locator("#count").inner_text()

    page.select_option("#status", "")
    page.select_option("#confidence", "")
    step("all")
    page.keyboard.press("j")
    page.evaluate("document.activeElement.blur()")
    page.fill("#search", "userdefaults PW")
    step("search")
    page.fill("#search", "no such text anywhere")
    step("nothing")
    steps["nothingIsSaid"] = page.locator("#nothing").is_visible()
    page.fill("#search", "")
    page.locator(".chip.critical").click()
    step("withoutCritical")
    page.locator(".chip.critical").click()
    page.select_option("#category", "M10")
    step("category")
    page.select_option("#category", "")
    page.select_option("#status", "suppressed")
    step("suppressed")
    page.keyboard.press("Escape")
    # The page applies the filter in a timer of its own; timers of one delay run in their order.
    page.evaluate("new Promise((done) => setTimeout(done, 0))")
    step("reset")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    steps["focus"] = page.evaluate("document.activeElement.id")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("j")
    steps["current"] = page.evaluate(
        "[...document.querySelectorAll('.finding:not([hidden])')].indexOf(document.activeElement)")
    page.keyboard.press("k")
    steps["back"] = page.evaluate(
        "[...document.querySelectorAll('.finding:not([hidden])')].indexOf(document.activeElement)")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    steps["themeChanges"] = before != page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    return steps


def main():
    address = "file://" + os.path.abspath(sys.argv[2])
    pictures = sys.argv[3] if len(sys.argv) > 3 else None
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        if sys.argv[1] == "print":
            page = browser.new_page()
            page.goto(address)
            sheets = page.pdf(prefer_css_page_size=True, print_background=True)
            json.dump([{"sheets": len(re.findall(rb"/Type\s*/Page\b", sheets))}], sys.stdout)
            return
        uses = sys.argv[1] == "use"
        results = [look(browser, address, width, scheme, uses, pictures)
                   for width, scheme in (LOOKS if uses else LOOKS[:1])]
        browser.close()
    json.dump(results, sys.stdout)


main()
