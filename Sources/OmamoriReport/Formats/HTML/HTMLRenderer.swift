import OmamoriCore

/// Writes a report as one page for people: no network, no foreign fonts, light and dark, for screens and paper.
///
/// Every finding is in it, with the lines around it, its way through the code and the repair; suppressed and doubtful
/// ones can be shown and hidden. The page also reads without its script. A content-security policy names the only
/// style and the only script that may act, and forbids everything from outside.
package struct HTMLRenderer: ReportRenderer {
  /// How many findings a page shows; the gravest come first, and the page says how many are left out.
  package static let findingLimit = 5_000

  let options: ReportOptions

  /// Makes a renderer.
  package init(_ options: ReportOptions) { self.options = options }

  /// The page, with a line feed at its end.
  package func render(_ report: AuditReport) -> String {
    let page = HTMLPage(report: report, options: options)
    var text = "<!DOCTYPE html>\n"
    page.document.write(to: &text)
    return text + "\n"
  }
}

/// The page of a report, put together from its parts.
struct HTMLPage {
  let report: AuditReport
  let options: ReportOptions
  let words: HTMLWords

  init(report: AuditReport, options: ReportOptions) {
    (self.report, self.options) = (report, options)
    words = HTMLWords(language: options.language)
  }

  var document: HTMLNode {
    let score = AuditScore(of: report, options: options)
    return element(
      "html", ["lang": options.language.rawValue],
      [
        head(usesScript: true),
        element(
          "body", [:],
          [
            element(
              "a", ["class": "skip", "href": "#findings"], [.text(words.say("To the findings", "検出結果へ"))]),
            HTMLHeader(report: report, options: options, words: words).node,
            element(
              "main", [:],
              [
                HTMLScore(report: report, score: score, options: options, words: words).node,
                HTMLChecklist(report: report, words: words).node,
                HTMLFindings(report: report, options: options, words: words).node,
                HTMLAppendix(report: report, options: options, words: words).node,
              ]),
            footer,
            element("script", [:], [.verbatim(HTMLScript.text)]),
          ]),
      ])
  }

  /// What a browser has to know before it shows anything.
  func head(usesScript: Bool) -> HTMLNode {
    let target = report.target
    let policy =
      "default-src 'none'; style-src '\(HTMLStyle.hash)'; "
      + (usesScript ? "script-src '\(HTMLScript.hash)'; " : "") + "base-uri 'none'; form-action 'none'"
    let name = target.bundleIdentifier ?? target.path
    return element(
      "head", [:],
      [
        element("meta", ["charset": "utf-8"]),
        element("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
        element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        element("meta", ["name": "color-scheme", "content": "light dark"]),
        element("meta", ["name": "referrer", "content": "no-referrer"]),
        element("meta", ["name": "generator", "content": "Omamori \(options.tool.version)"]),
        element("title", [:], [.text("\(name) · " + words.say("Omamori audit", "Omamori 監査"))]),
        element("style", [:], [.verbatim(HTMLStyle.text)]),
      ])
  }

  private var footer: HTMLNode {
    element(
      "footer", [:],
      [
        element(
          "p", [:],
          [
            .text(
              words.say(
                "Secrets are masked. Code, file names and texts of the app are quoted as they were found.",
                "秘密情報は伏せてあります。コード、ファイル名、文字列はアプリから引用したものです。"))
          ]),
        element(
          "p", of: "quiet",
          [
            .text(
              "Omamori \(options.tool.version) · "
                + words.say("rule set", "ルールセット") + " \(RuleSetHash.text(of: report.rules).prefix(12))")
          ]),
      ])
  }
}

/// The top of the page: what was audited, when, and by what.
struct HTMLHeader {
  let report: AuditReport
  let options: ReportOptions
  let words: HTMLWords

  var node: HTMLNode {
    let target = report.target
    return element(
      "header", [:],
      [
        element(
          "div", of: "brand",
          [
            Self.amulet,
            element(
              "div", [:],
              [
                element("p", of: "eyebrow", [.text(words.say("Omamori security audit", "Omamori セキュリティ監査"))]),
                element("h1", [:], [.text(target.bundleIdentifier ?? target.path)]),
              ]),
            element(
              "button",
              [
                "type": "button", "id": "theme", "class": "ghost",
                "aria-label": words.say("Light or dark", "ライト・ダーク切り替え"),
              ], ["◐"]),
          ]),
        element("dl", of: "facts", facts.map(fact)), configuration,
      ])
  }

  /// What a configuration changed: it may come from the one who is audited.
  private var configuration: HTMLNode {
    guard let note = report.configuration, !note.changes.isEmpty else { return .group([]) }
    let changes = note.changes.map { $0[words.language] }.joined(separator: " · ")
    return element(
      "p", of: "config",
      [
        element("b", [:], [.text(words.say("Changed by \(note.file): ", "\(note.file) による変更: "))]),
        .text(changes),
      ])
  }

  private var facts: [(String, String)] {
    let target = report.target
    var facts = [(words.say("Kind", "種類"), target.kind.title[words.language])]
    if target.bundleIdentifier != nil { facts.append((words.say("Path", "パス"), target.path)) }
    if let version = target.version { facts.append((words.say("Version", "バージョン"), version)) }
    if let commit = target.commit { facts.append((words.say("Commit", "コミット"), commit)) }
    facts.append(
      (words.say("Audited", "監査日時"), report.startedAtText.prefix(16).replacing("T", with: " ") + " UTC"))
    facts.append((words.say("Took", "所要時間"), Self.seconds(report.durationMilliseconds)))
    facts.append((words.say("Files", "ファイル"), FindingTally(report: report, options: options).files))
    facts.append((words.say("Rules", "ルール"), String(report.rules.count)))
    if let profiles = report.profiles {
      let names = profiles.sorted().map { "\($0.rawValue) (\($0.title[words.language]))" }
      facts.append((words.say("Profiles", "プロファイル"), names.joined(separator: ", ")))
    }
    return facts
  }

  private func fact(_ fact: (name: String, value: String)) -> HTMLNode {
    element("div", [:], [element("dt", [:], [.text(fact.name)]), element("dd", [:], [.text(fact.value)])])
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  /// An amulet: the bag with its cord and the knot.
  private static let amulet = element(
    "svg", ["class": "amulet", "viewBox": "0 0 48 64", "aria-hidden": "true"],
    [
      element("path", ["class": "cord", "d": "M24 14 C14 2 14 2 24 2 C34 2 34 2 24 14"]),
      element("path", ["class": "bag", "d": "M10 18 L16 13 H32 L38 18 V60 H10 Z"]),
      element("path", ["class": "seal", "d": "M19 28 H29 V52 H19 Z"]),
      element("circle", ["class": "knot", "cx": "24", "cy": "16", "r": "3.2"]),
    ])
}
