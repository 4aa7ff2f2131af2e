import AuditEngine
import OmamoriCore
import OmamoriReport

/// A page in the tree that runs a script from somewhere else.
struct WebRemoteScript: TextRule {
  static let metadata = RuleMetadata(
    id: "web-remote-script",
    title: LocalizedText("Page that loads a remote script", ja: "リモートのスクリプトを読み込むページ"),
    why: LocalizedText(
      """
      The script runs with everything the page may do, and a page of the app may do more than one of a browser. \
      Whoever controls the server, or the network when it is plain HTTP, decides what runs.
      """,
      ja: """
        スクリプトはページと同じ権限で動作し、アプリ内のページはブラウザー以上のことができます。サーバーや、\
        HTTP の場合は通信経路を支配する者が、実行される内容を決められます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Ship the script with the page, or name its hash: integrity="sha384-…" crossorigin="anonymous", over https.
        """,
        ja: """
          スクリプトをページと一緒に同梱するか、https で読み込み、integrity="sha384-…" crossorigin="anonymous" でハッシュを指定してください。
          """)),
    severity: .medium, confidence: .medium, cwe: [829], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "html",
      bad: #"<html><head><script src="http://cdn.example.jp/a.js"></script></head></html>"#,
      good: #"<html><head><script src="a.js"></script></head></html>"#))

  func check(_ text: TextSource, _ report: inout FileReport) {
    guard text.context == .app, Self.isPage(text.path) else { return }
    let tags = HTMLTags(text.bytes).tags
    for tag in tags where tag.name == "script" || tag.name == "iframe" || tag.name == "frame" {
      guard let address = tag.attributes["src"], let scheme = Self.remoteScheme(address) else { continue }
      let isScript = tag.name == "script"
      let isPlain = scheme == "http"
      // Another origin in a frame of its own is kept apart by the web view.
      guard isPlain || isScript && tag.attributes["integrity"]?.isEmpty ?? true else { continue }
      let shown = address.count > 80 ? String(address.prefix(80)) + "…" : address
      report.add(
        Self.self, at: tag.range,
        isPlain
          ? LocalizedText("\(shown) is loaded over plain HTTP.", ja: "\(shown) を暗号化されない HTTP で読み込んでいます。")
          : LocalizedText(
            "\(shown) is loaded without integrity.", ja: "\(shown) を integrity の指定なしで読み込んでいます。"),
        confidence: Self.isDocumentation(text.path) ? .low : .medium)
    }
  }

  private static func isPage(_ path: String) -> Bool {
    [".html", ".htm", ".xhtml"].contains { path.lowercased().hasSuffix($0) }
  }

  /// `http`, `https`, or `https` for addresses that take the scheme of the page.
  private static func remoteScheme(_ address: String) -> String? {
    let address = address.lowercased().drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    if address.hasPrefix("//") { return "https" }
    if address.hasPrefix("http://") {
      let host = address.dropFirst(7).prefix { $0 != "/" && $0 != ":" }
      return ["localhost", "127.0.0.1"].contains(String(host)) ? nil : "http"
    }
    return address.hasPrefix("https://") ? "https" : nil
  }

  /// Pages about the app that are no part of it.
  private static func isDocumentation(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains {
      $0.hasSuffix(".docc")
        || [
          "docs", "doc", "documentation", "website", "site", "coverage", "htmlcov", "reports", "gh-pages",
          "public",
        ]
        .contains($0.lowercased())
    }
  }
}
