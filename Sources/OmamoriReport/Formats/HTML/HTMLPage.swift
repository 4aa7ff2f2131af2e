import OmamoriCore

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
    let score = AuditScore(of: report, strictCoverage: options.strictCoverage)
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
                HTMLScore(report: report, score: score, words: words).node,
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
                "機密情報は伏せてあります。コード、ファイル名、文字列はアプリから引用したものです。"))
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
