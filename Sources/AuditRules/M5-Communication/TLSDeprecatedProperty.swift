import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// The properties of a session that were replaced in iOS 13, whose type comes from Secure Transport.
struct TLSDeprecatedProperty: FixingRule {
  static let metadata = RuleMetadata(
    id: "tls-deprecated-property",
    title: LocalizedText("Deprecated TLS version property", ja: "非推奨の TLS バージョン設定を使用している"),
    why: LocalizedText(
      """
      tlsMinimumSupportedProtocol and tlsMaximumSupportedProtocol are deprecated since iOS 13. Their values are those of \
      Secure Transport, which ends at TLS 1.2, so they cannot be relied on to ask for TLS 1.3.
      """,
      ja: """
        tlsMinimumSupportedProtocol と tlsMaximumSupportedProtocol は iOS 13 以降非推奨です。値は TLS 1.2 までしか\
        対応しない Secure Transport のもので、TLS 1.3 の指定には使えません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set tlsMinimumSupportedProtocolVersion to .TLSv13, or .TLSv12 while a server needs it.",
        ja: "tlsMinimumSupportedProtocolVersion に .TLSv13（サーバーの都合がある間は .TLSv12）を設定してください。"),
      library: .transport),
    severity: .low, confidence: .high, cwe: [477], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let configuration = URLSessionConfiguration.ephemeral
        configuration.tlsMinimumSupportedProtocol = .tlsProtocol12
        """,
      good: """
        let configuration = URLSessionConfiguration.ephemeral
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    // A file that declares such a name means its own.
    for (old, new) in Self.replacements where source.facts.bindings(old).isEmpty {
      for use in source.facts.references[old] ?? [] {
        report.add(
          Self.self, at: use.range,
          LocalizedText("\(old) is deprecated; use \(new).", ja: "\(old) は非推奨です。\(new) を使用してください。"),
          fix: Self.fix(of: use, in: source))
      }
    }
  }

  static let repair = LocalizedText(
    "Uses the property that replaced it, with the same version and at least TLS 1.2.",
    ja: "後継のプロパティに置き換えます。バージョンは同じで、TLS 1.2 以上とします。")

  private static func fix(of use: Reference, in source: SwiftSource) -> SourceFix? {
    guard let statement = use.node.ancestor(SequenceExprSyntax.self, within: 4),
      let assignment = source.facts.assignment(startingAt: statement.utf8Range.lowerBound),
      assignment.target.utf8Range.upperBound == use.range.upperBound
    else { return nil }
    return TLSVersionRepair.fix(of: assignment, in: source).flatMap { SourceFix(repair, $0.replacements) }
  }

  /// Each property with the one that replaced it.
  private static let replacements = TLSVersionRepair.replacedProperties.sorted { $0.key > $1.key }
}
