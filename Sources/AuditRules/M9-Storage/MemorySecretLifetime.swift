import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A password that stays in memory as long as the app runs.
struct MemorySecretLifetime: SwiftRule {
  static let metadata = RuleMetadata(
    id: "memory-secret-lifetime",
    title: LocalizedText("Secret kept in memory for good", ja: "メモリに残り続ける秘密情報"),
    why: LocalizedText(
      """
      A String cannot be wiped, and a shared object lives as long as the app: memory dumps and crash reports \
      show the secret hours after it was needed.
      """,
      ja: """
        String は消去できず、共有オブジェクトはアプリの終了まで残ります。使用後も、メモリダンプや\
        クラッシュレポートから秘密情報を読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use the secret in a local scope, and keep bytes in SecretBytes of OmamoriCore, which wipes them.",
        ja: "秘密情報は局所的な範囲で使用し、バイト列は破棄時に消去される OmamoriCore の SecretBytes に保持してください。"),
      library: .crypto),
    severity: .low, confidence: .low, cwe: [316], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        final class Session {
          static let shared = Session()
          var password = ""
        }
        """,
      good: """
        final class Session {
          static let shared = Session()
          var account = ""
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for binding in source.facts.bindings where binding.kind == .variable && binding.attributes.isEmpty {
      guard source.facts.scopes[binding.scope.index].kind == .type, CryptoNames.isPassword(binding.name),
        isText(binding),
        Self.singletons.contains(where: { source.facts.binding($0, in: binding.scope) != nil })
          || Self.isStatic(binding, source), !isCleared(binding, source)
      else { continue }
      report.add(
        Self.self, at: binding.range,
        LocalizedText(
          "\(binding.name) stays in memory until the app ends; nothing clears it.",
          ja: "\(binding.name) は消去されず、アプリの終了までメモリに残ります。"))
    }
  }

  private static let singletons: Set = ["shared", "instance", "sharedInstance", "current", "default"]

  private func isText(_ binding: Binding) -> Bool {
    guard let type = binding.type?.writtenName else {
      return binding.value?.is(StringLiteralExprSyntax.self) == true
    }
    return type.hasPrefix("String")
  }

  private static func isStatic(_ binding: Binding, _ source: SwiftSource) -> Bool {
    let line = source.text.lines.text(ofLine: source.text.lines.place(of: binding.range.lowerBound).line)
    return line.split(whereSeparator: \.isWhitespace).contains("static")
  }

  /// Whether anything sets it to nothing, or it is computed.
  private func isCleared(_ binding: Binding, _ source: SwiftSource) -> Bool {
    if binding.value == nil, !source.facts.functions(binding.name).filter({ $0.parameters == nil }).isEmpty {
      return true
    }
    return source.facts.assignments(to: binding.name, in: .file, from: 0).contains { assignment in
      let value = source.fold(assignment.value, in: assignment.scope)
      return value == .none || value.string?.isEmpty == true
    }
      || source.facts.calls("removeAll").contains { $0.receiver.flatMap(NamePath.last) == binding.name }
  }
}
