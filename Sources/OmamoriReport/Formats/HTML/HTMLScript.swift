/// What the page does: it filters, searches and goes from finding to finding.
enum HTMLScript {
  /// The program; it reads what the page says and shows or hides it, and writes texts only as texts.
  static let text: StaticString = #"""
    (() => {
      "use strict";
      const byId = (id) => document.getElementById(id);
      const root = document.documentElement;
      byId("theme").addEventListener("click", () => {
        const isDark = root.dataset.theme
          ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = isDark ? "light" : "dark";
      });
      window.addEventListener("beforeprint", () => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
      const form = byId("filter");
      if (!form) return;
      const findings = [...document.querySelectorAll(".finding")];
      const rules = [...document.querySelectorAll(".rule")];
      const groups = [...document.querySelectorAll(".group")];
      const chips = [...document.querySelectorAll(".chip")];
      const texts = new Map();
      for (const rule of rules) {
        const about = [...rule.children].filter((part) => part.className !== "places");
        const head = about.map((part) => part.textContent).join(" ");
        for (const finding of rule.querySelectorAll(".finding")) {
          texts.set(finding, (head + " " + finding.textContent).toLowerCase());
        }
      }
      const rank = { low: 0, medium: 1, high: 2 };
      const has = (list, word) => list.split(" ").includes(word);
      const isStatus = (list, wanted) => wanted === "" || (wanted === "open" ? list !== "suppressed" : has(list, wanted));
      const apply = () => {
        const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
        const severities = chips.filter((chip) => chip.getAttribute("aria-pressed") === "true")
          .map((chip) => chip.dataset.severity);
        const [category, masvs, status, confidence] =
          ["category", "masvs", "status", "confidence"].map((id) => byId(id).value);
        let shown = 0;
        for (const finding of findings) {
          const data = finding.dataset;
          const fits = severities.includes(data.severity)
            && (category === "" || has(data.category, category)) && (masvs === "" || has(data.masvs, masvs))
            && isStatus(data.status, status) && (confidence === "" || rank[data.confidence] >= rank[confidence])
            && words.every((word) => texts.get(finding).includes(word));
          finding.hidden = !fits;
          if (fits) shown += 1;
        }
        for (const part of [...rules, ...groups]) part.hidden = !part.querySelector(".finding:not([hidden])");
        byId("nothing").hidden = shown > 0;
        byId("count").textContent = byId("count").dataset.template.replace("{n}", String(shown));
      };
      form.addEventListener("input", apply);
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("reset", () => {
        for (const chip of chips) chip.setAttribute("aria-pressed", "true");
        setTimeout(apply, 0);
      });
      for (const chip of chips) {
        chip.addEventListener("click", () => {
          chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
          apply();
        });
      }
      const step = (way) => {
        const shown = findings.filter((finding) => !finding.hidden);
        if (shown.length === 0) return;
        const current = shown.findIndex((finding) => finding.classList.contains("current"));
        const next = current < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, current + way));
        for (const finding of findings) finding.classList.remove("current");
        shown[next].classList.add("current");
        shown[next].focus({ preventScroll: true });
        shown[next].scrollIntoView({ block: "start" });
      };
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
        if (event.key === "Escape") {
          form.reset();
          if (isTyping) event.target.blur();
        } else if (!isTyping && event.key === "/") {
          event.preventDefault();
          byId("search").focus();
        } else if (!isTyping && event.key === "j") {
          step(1);
        } else if (!isTyping && event.key === "k") {
          step(-1);
        }
      });
      const reveal = () => {
        const id = decodeURIComponent(location.hash.slice(1));
        const finding = findings.find((one) => one.id === id);
        if (finding) {
          for (let part = finding; part; part = part.parentElement) part.hidden = false;
          finding.scrollIntoView({ block: "start" });
        }
      };
      apply();
      reveal();
      window.addEventListener("hashchange", reveal);
    })();
    """#

  /// What the content-security policy knows it by: SHA-256 in Base64.
  static let hash = "sha256-/mTw17/ZW324FYqpNs4yEn5nXykGTdRxKHRaZvtnnmU="
}
