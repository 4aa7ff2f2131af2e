import OmamoriCore

/// The controls that choose which findings are shown.
struct HTMLFilter {
  let findings: [Finding]
  let options: ReportOptions
  let words: HTMLWords
  let rules: [RuleID: RuleMetadata]

  var node: HTMLNode {
    element(
      "form", ["id": "filter", "role": "search", "aria-label": words.say("Filter findings", "検出結果の絞り込み")],
      [
        element(
          "div", of: "row",
          [
            element(
              "input",
              [
                "type": "search", "id": "search", "autocomplete": "off", "spellcheck": "false",
                "placeholder": words.say("Search path, rule, text…", "パス・ルール・本文を検索…"),
                "aria-label": words.say("Search", "検索"),
              ]),
            element("div", ["class": "chips", "role": "group", "aria-label": severityLabel], chips),
          ]),
        element("div", of: "row", selects + [reset]),
        element(
          "p", ["id": "count", "role": "status", "data-template": template],
          [.text(template.replacing("{n}", with: String(findings.count)))]),
        element(
          "p", of: "keys",
          [
            .text(
              words.say(
                "Keys: / searches, j and k go from finding to finding, Esc clears.",
                "キー操作: / で検索、j・k で次・前の検出、Esc で解除。"))
          ]),
      ])
  }

  private var severityLabel: String { words.say("Severity", "深刻度") }

  private var template: String {
    words.say("{n} of \(findings.count) findings shown", "\(findings.count) 件中 {n} 件を表示")
  }

  private var chips: [HTMLNode] {
    // A severity that is not shown at first can be switched on, so its number is the one it would have then.
    var every = options
    every.minimumSeverity = .info
    let counts = FindingCounts(findings, every)
    return Severity.allCases.reversed().compactMap { severity in
      guard findings.contains(where: { $0.severity == severity }) else { return nil }
      let count = counts.shown[severity] ?? 0
      return element(
        "button",
        [
          "type": "button", "class": "chip \(severity.rawValue)", "data-severity": severity.rawValue,
          "aria-pressed": severity >= options.minimumSeverity ? "true" : "false",
        ],
        [.text(severity.title[words.language]), element("b", [:], [.text(String(count))])])
    }
  }

  private var selects: [HTMLNode] {
    let categories = Set(findings.flatMap { rules[$0.rule]?.owaspMobile2024 ?? [] })
    let masvs = Set(findings.flatMap { rules[$0.rule]?.masvsReferences ?? [] }).sorted()
    return [
      select(
        "category", words.say("OWASP 2024", "OWASP 2024"),
        OWASPMobile2024.allCases.filter(categories.contains).map {
          ($0.rawValue, "\($0.rawValue) \($0.title[words.language])")
        }),
      select("masvs", "MASVS", masvs.map { ($0, $0) }),
      select(
        "status", words.say("Status", "状態"), statuses, chosen: options.baseline == nil ? "open" : "new"),
      select(
        "confidence", words.say("Confidence", "確度"),
        [("high", words.say("high", "高")), ("medium", words.say("medium and up", "中以上"))],
        chosen: options.minimumConfidence == .low ? "" : options.minimumConfidence.rawValue),
    ]
  }

  private var statuses: [(String, String)] {
    var statuses = [("open", words.say("open", "未対応"))]
    if options.baseline != nil {
      statuses += [("new", words.say("new", "新規")), ("known", words.say("in the baseline", "ベースライン既知"))]
    }
    return statuses + [("suppressed", words.say("suppressed", "抑制済み"))]
  }

  private func select(_ id: String, _ name: String, _ values: [(String, String)], chosen: String = "")
    -> HTMLNode
  {
    let choices = [("", words.say("all", "すべて"))] + values
    return element(
      "label", [:],
      [
        element("span", [:], [.text(name)]),
        element(
          "select", ["id": id],
          choices.map { value, title in
            value == chosen
              ? element("option", ["value": value, "selected": ""], [.text(title)])
              : element("option", ["value": value], [.text(title)])
          }),
      ])
  }

  private var reset: HTMLNode {
    element(
      "button", ["type": "reset", "class": "ghost"], [.text(words.say("Reset", "リセット"))])
  }
}

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
        const perSeverity = {};
        for (const finding of findings) {
          const data = finding.dataset;
          const fitsOthers = (category === "" || has(data.category, category))
            && (masvs === "" || has(data.masvs, masvs))
            && isStatus(data.status, status) && (confidence === "" || rank[data.confidence] >= rank[confidence])
            && words.every((word) => texts.get(finding).includes(word));
          const fits = fitsOthers && severities.includes(data.severity);
          if (fitsOthers) perSeverity[data.severity] = (perSeverity[data.severity] ?? 0) + 1;
          finding.hidden = !fits;
          if (fits) shown += 1;
        }
        for (const part of [...rules, ...groups]) part.hidden = !part.querySelector(".finding:not([hidden])");
        for (const chip of chips) {
          chip.querySelector("b").textContent = String(perSeverity[chip.dataset.severity] ?? 0);
        }
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
  static let hash = "sha256-TmFtrlkB9T+qHfQOGGxTcYSsyX6H79hzf7Tkek2IVJc="
}
