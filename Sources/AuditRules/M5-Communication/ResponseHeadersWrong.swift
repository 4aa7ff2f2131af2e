import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// Headers that look like protection and do nothing where they are written.
struct ResponseHeadersWrong: SwiftRule {
  static let metadata = RuleMetadata(
    id: "response-headers-wrong",
    title: LocalizedText("Security header without effect", ja: "効果のないセキュリティヘッダー"),
    why: LocalizedText(
      """
      A header that a server never reads, or whose value means nothing, protects nobody, while its authors believe that \
      it does.
      """,
      ja: """
        サーバーが読まないヘッダーや意味のない値は何も保護しません。それでも、保護されていると思い込ませてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Send Cache-Control: no-store, leave response headers to the server, and read max-age out of \
        Strict-Transport-Security instead of testing that it is there.
        """,
        ja: """
          Cache-Control: no-store を送信し、レスポンス用のヘッダーはサーバーに任せてください。Strict-Transport-Security は\
          有無ではなく max-age の値を確認してください。
          """),
      library: .transport),
    severity: .info, confidence: .medium, cwe: [693], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: #"request.setValue("no-store", forHTTPHeaderField: "Pragma")"#,
      good: #"request.setValue("no-store", forHTTPHeaderField: "Cache-Control")"#))

  static let triggers: Set = [
    "setValue", "addValue", "allHTTPHeaderFields", "httpAdditionalHeaders", "value", "allHeaderFields",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["setValue", "addValue"] {
      for call in source.facts.calls(name) {
        guard let field = call.argument("forHTTPHeaderField"), let value = call.arguments.first?.value,
          let header = source.fold(field, in: call.scope).string
        else { continue }
        check(header, source.fold(value, in: call.scope).string, at: call.range, &report)
      }
    }
    for name in ["allHTTPHeaderFields", "httpAdditionalHeaders"] {
      for assignment in source.facts.assignments(to: name, in: .file, from: 0) {
        for entry in source.dictionary(assignment.value, in: assignment.scope)?.entries ?? [] {
          check(entry.key, entry.value.string, at: entry.range, &report)
        }
      }
    }
    checkPresence(source, &report)
  }

  private func check(_ header: String, _ value: String?, at range: Range<Int>, _ report: inout FileReport) {
    let name = header.lowercased()
    if name == "pragma", value?.lowercased().contains("no-store") == true {
      report.add(
        Self.self, at: range,
        LocalizedText(
          "Pragma knows no-cache only; no-store belongs to Cache-Control.",
          ja: "Pragma で有効なのは no-cache だけです。no-store は Cache-Control に指定します。"))
    } else if Self.responseOnly.contains(name) {
      report.add(
        Self.self, at: range,
        LocalizedText(
          "\(header) is a header of responses; in a request it has no effect.",
          ja: "\(header) はレスポンス用のヘッダーで、リクエストでは効果がありません。"))
    }
  }

  /// Strict-Transport-Security compared with `nil`: `max-age=0` is there, too.
  private func checkPresence(_ source: SwiftSource, _ report: inout FileReport) {
    // The length is asked first: a file may hold thousands of texts.
    for string in source.facts.strings where string.range.count == Self.transportSecurity.utf8.count + 2 {
      guard string.node.knownText?.lowercased() == Self.transportSecurity,
        let sequence = string.node.ancestor(SequenceExprSyntax.self, within: 8),
        sequence.elements.count == 3, let last = sequence.elements.last, last.is(NilLiteralExprSyntax.self),
        let operation = SequenceParts.operation(Array(sequence.elements)[1]),
        ["!=", "=="].contains(operation)
      else { continue }
      report.add(
        Self.self, at: sequence.utf8Range,
        LocalizedText(
          "Strict-Transport-Security is only tested for presence; max-age=0 switches it off.",
          ja: "Strict-Transport-Security の有無だけを確認しています。max-age=0 なら無効です。"))
    }
  }

  private static let transportSecurity = "strict-transport-security"
  private static let responseOnly: Set = [
    "strict-transport-security", "x-content-type-options", "x-frame-options", "x-xss-protection",
    "content-security-policy", "public-key-pins", "expect-ct", "set-cookie", "referrer-policy",
    "permissions-policy", "access-control-allow-origin",
  ]
}
