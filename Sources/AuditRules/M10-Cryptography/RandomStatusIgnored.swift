import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// `SecRandomCopyBytes` can fail and then leaves the buffer as it was: all zeros.
struct RandomStatusIgnored: FixingRule {
  static let metadata = RuleMetadata(
    id: "random-status-ignored",
    title: LocalizedText("Result of the random generator is not checked", ja: "乱数生成の結果が確認されていない"),
    why: LocalizedText(
      """
      SecRandomCopyBytes reports failure only through its result. Unchecked, the buffer keeps its old content, usually \
      zeros, and becomes a key or nonce that anyone can guess.
      """,
      ja: """
        SecRandomCopyBytes は失敗を戻り値でしか知らせません。確認しないとバッファは元の内容（通常はゼロ）のままとなり、\
        誰でも推測できる鍵やノンスになります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Compare the result with errSecSuccess and stop on anything else, or use an API that throws.",
        ja: "戻り値を errSecSuccess と比較し、それ以外なら処理を中止するか、エラーを投げる API を使用してください。"),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [252], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        var salt = [UInt8](repeating: 0, count: 16)
        _ = SecRandomCopyBytes(kSecRandomDefault, salt.count, &salt)
        """,
      good: """
        var salt = [UInt8](repeating: 0, count: 16)
        guard SecRandomCopyBytes(kSecRandomDefault, salt.count, &salt) == errSecSuccess else {
          throw CryptoError.noRandomness
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.functions.sorted() {
      for call in source.facts.calls(name)
      where call.isResultDiscarded || IgnoredAnswer.isIgnored(ExprSyntax(call.node), in: source) {
        add(name, isSecret(call, source), at: call.range, fix: Self.fix(of: call, source), &report)
      }
    }
  }

  static let repair = LocalizedText(
    "Stops the app when there are no random bytes: precondition(… == errSecSuccess).",
    ja: "乱数を得られない場合にアプリを停止します（precondition(… == errSecSuccess)）。")

  static let choice: LocalizedText? = LocalizedText(
    "A function that can throw should throw instead of ending the app.", ja: "エラーを投げられる関数では、停止せずにエラーを投げてください。"
  )

  /// `_ = SecRandomCopyBytes(…)` as a statement.
  private static func fix(of call: Call, _ source: SwiftSource) -> SourceFix? {
    guard call.name == "SecRandomCopyBytes", let elements = call.node.parent?.as(ExprListSyntax.self),
      elements.count == 3, let discarded = elements.first?.as(DiscardAssignmentExprSyntax.self),
      elements.last?.id == ExprSyntax(call.node).id,
      elements.parent?.parent?.is(CodeBlockItemSyntax.self) == true
    else { return nil }
    let start = discarded.utf8Range.lowerBound..<call.range.lowerBound
    let old = String(decoding: source.text.bytes[start], as: UTF8.self)
    return SourceFix(
      repair,
      [
        SourceFix.Replacement(start, old, with: "precondition("),
        WrittenValue.adding(" == errSecSuccess)", at: call.range.upperBound),
      ])
  }

  private func add(
    _ name: String, _ isSecret: Bool, at range: Range<Int>, fix: @autoclosure () -> SourceFix? = nil,
    _ report: inout FileReport
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("The result of \(name) is thrown away.", ja: "\(name) の戻り値が捨てられています。"),
      severity: isSecret ? .medium : .info, fix: fix())
  }

  /// Whether the names around say that the bytes protect something.
  private func isSecret(_ call: Call, _ source: SwiftSource) -> Bool {
    let words = CryptoNames.words(around: call.node, in: call.scope, source)
      .union(call.arguments.flatMap { NamePath.last(of: $0.value).map { Words.of($0) } ?? [] })
    return !words.isDisjoint(with: Self.secrets) && !words.contains("challenge")
  }

  private static let functions: Set = ["SecRandomCopyBytes", "CCRandomGenerateBytes"]
  private static let secrets: Set = [
    "key", "keys", "iv", "nonce", "salt", "token", "secret", "password", "passphrase", "seed", "verifier",
    "state",
    "session", "mnemonic", "entropy", "encrypt", "cipher", "vector",
  ]
}

extension RandomStatusIgnored: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for name in Self.functions.sorted() where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        guard let function = call.function, IgnoredAnswer.isIgnored(call.tokens, function, source) else {
          continue
        }
        let isSecret = !source.words(of: function).isDisjoint(with: Self.secrets)
        add(name, isSecret, at: source.bytes(of: call.tokens), &report)
      }
    }
  }
}
