import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Text that becomes part of a page without being escaped.
struct HTMLInjection: SwiftRule {
  static let metadata = RuleMetadata(
    id: "html-injection",
    title: LocalizedText(
      "Unescaped text in a web page",
      ja: "エスケープされていない文字列の HTML への埋め込み"),
    why: LocalizedText(
      """
      Markup in the text becomes markup of the page: a script in it runs with everything the page may \
      do, reads what is shown and calls the app's message handlers.
      """,
      ja: """
        テキスト中のマークアップがページの一部になります。含まれるスクリプトはページの権限で動作し、表示\
        内容を読み取り、アプリのメッセージハンドラーを呼び出せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Escape & < > " ' before putting text into HTML, or show it with native views; switch \
        JavaScript off for pages that need none.
        """,
        ja: """
          HTML に入れる前に & < > " ' をエスケープするか、ネイティブのビューで表示してください。不要なペ\
          ージでは JavaScript を無効にしてください。
          """)),
    severity: .high, confidence: .medium, cwe: [79], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: """
        func show(_ entry: Entry) {
          web.loadHTMLString("<h1>\\(entry.title)</h1>", baseURL: nil)
        }
        """,
      good: """
        func show(_ entry: Entry) {
          web.loadHTMLString("<h1>\\(escaped(entry.title))</h1>", baseURL: nil)
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var seen: Set<Range<Int>> = []
    for (call, page) in pages(in: source) {
      for hole in source.holes(in: page, scope: call.scope)
      where !InjectedPart.isHarmless(hole, words: Self.trustedWords, source) {
        guard isMarkup(hole, source), seen.insert(hole.builder).inserted else { continue }
        let part = source.quote(hole.value)
        report.add(
          Self.self, at: hole.builder,
          LocalizedText(
            "\(part) goes into the page without being escaped.",
            ja: "\(part) がエスケープされずにページへ埋め込まれています。"),
          confidence: InjectedPart.confidence(hole, source),
          flow: InjectedPart.flow(hole, to: call.range, source))
      }
    }
  }

  private func pages(in source: SwiftSource) -> [(Call, ExprSyntax)] {
    let texts = source.facts.calls("loadHTMLString").compactMap { call in
      call.arguments.first.map { (call, $0.value) }
    }
    let data = source.facts.calls("load").compactMap { call -> (Call, ExprSyntax)? in
      guard let type = call.argument("mimeType"), let first = call.arguments.first,
        source.fold(type, in: call.scope).string?.hasPrefix("text/html") == true
      else { return nil }
      return (call, first.value)
    }
    return texts + data
  }

  /// Whether the builder itself holds a tag; without one nothing says that the text is put into a page here.
  private func isMarkup(_ hole: TextHole, _ source: SwiftSource) -> Bool {
    source.text.bytes[hole.builder].contains(UInt8(ascii: "<"))
  }

  /// Words of names for parts of the app's own design.
  private static let trustedWords: Set = [
    "css", "style", "styles", "stylesheet", "font", "fonts", "size", "color", "colour", "width", "height",
    "theme",
    "hex", "family", "lang", "language", "locale", "margin", "padding", "scale", "html", "script", "js",
    "template",
    "header", "footer", "localized", "version", "viewport", "alignment", "direction", "class",
  ]
}

extension HTMLInjection: FlowRule {
  static let places: FlowSinkClass = .html

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) becomes part of a page without being escaped; a script in it runs with the rights of the page.",
      ja: "\(arrival.origin.japanese)がエスケープされずにページの一部になり、含まれるスクリプトがページの権限で動作します。")
  }
}
