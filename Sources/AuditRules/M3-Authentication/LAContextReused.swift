import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// One authentication that is good for the next time as well.
struct LAContextReused: FixingRule {
  static let metadata = RuleMetadata(
    id: "lacontext-reused",
    title: LocalizedText("Authentication context used again", ja: "認証コンテキストの使い回し"),
    why: LocalizedText(
      """
      A context remembers that somebody was recognised. Evaluated again, or with a reuse duration, it says yes without \
      asking: whoever holds the unlocked device next is let in.
      """,
      ja: """
        LAContext は認証に成功したことを覚えています。使い回したり再利用時間を設定したりすると、確認なしに成功を返すため、\
        ロック解除されたデバイスを次に手にした人も通過できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Make a context for each evaluation and invalidate() it afterwards; leave the reuse duration at zero. OmamoriDevice \
        does both.
        """,
        ja: """
          評価のたびに新しい LAContext を作り、使用後に invalidate() を呼び出してください。再利用時間は 0 のままにします。\
          OmamoriDevice はそのように動作します。
          """),
      library: .device),
    severity: .low, confidence: .medium, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        final class Gate {
          private let context = LAContext()
          func open() async throws {
            try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
          }
        }
        """,
      good: """
        final class Gate {
          func open() async throws {
            let context = LAContext()
            defer { context.invalidate() }
            try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)
          }
        }
        """))

  static let triggers: Set = ["LAContext", "touchIDAuthenticationAllowableReuseDuration"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let duration = "touchIDAuthenticationAllowableReuseDuration"
    for assignment in source.facts.assignments(to: duration, in: .file, from: 0)
    where isPositive(assignment.value, assignment.scope, source) {
      report.add(
        Self.self, at: assignment.range,
        LocalizedText(
          "An authentication is good for later evaluations, too: \(source.quote(assignment.value, limit: 40)) seconds.",
          ja: "認証結果が以後の評価にも再利用されます（\(source.quote(assignment.value, limit: 40)) 秒）。"),
        severity: isShort(assignment.value, assignment.scope, source) ? .info : nil, confidence: .high,
        fix: Self.fix(of: assignment.value))
    }
    for call in source.facts.calls("LAContext") where call.arguments.isEmpty {
      guard let binding = keptContext(call, source), let use = evaluation(of: binding, source),
        !isRenewed(binding.name, source)
      else { continue }
      report.add(
        Self.self, at: binding.range,
        LocalizedText(
          "“\(binding.name)” is made once and evaluated whenever it is needed.",
          ja: "「\(binding.name)」は一度だけ作られ、必要になるたびに評価されます。"),
        related: [
          report.step(at: use.range, LocalizedText("Evaluated here.", ja: "ここで評価されます。"))
        ])
    }
  }

  /// Some seconds are chosen so that one question serves two reads.
  private func isShort(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let written = value.as(FloatLiteralExprSyntax.self).flatMap { Double($0.literal.text) }
    return (source.fold(value, in: scope).integer.map(Double.init) ?? written).map { $0 <= 15 } ?? false
  }

  private func isPositive(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let folded = source.fold(value, in: scope)
    if folded.symbol == "LATouchIDAuthenticationMaximumAllowableReuseDuration" { return true }
    if let number = folded.integer { return number > 0 }
    guard let decimal = value.as(FloatLiteralExprSyntax.self) else { return false }
    return decimal.literal.text.contains { ("1"..."9").contains($0) }
  }

  static let repair = LocalizedText(
    "Sets the duration to 0, so that every evaluation asks.", ja: "再利用の時間を 0 にし、毎回認証を求めるようにします。")

  private static func fix(of duration: ExprSyntax) -> SourceFix? {
    let token =
      duration.as(IntegerLiteralExprSyntax.self)?.literal ?? duration.as(FloatLiteralExprSyntax.self)?.literal
      ?? WrittenValue.constant(duration).flatMap { $0.text.hasPrefix("LATouchID") ? $0 : nil }
    return token.flatMap { SourceFix(repair, [WrittenValue.replacing($0, with: "0")]) }
  }

  /// The property or global that keeps what `call` makes.
  private func keptContext(_ call: Call, _ source: SwiftSource) -> Binding? {
    guard let pattern = call.node.ancestor(PatternBindingSyntax.self, within: 3),
      let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      pattern.initializer?.value.utf8Range == call.range,
      let binding = source.facts.binding(name, in: call.scope),
      source.facts.enclosing(.function, of: binding.scope) == nil,
      source.facts.enclosing(.closure, of: binding.scope) == nil
    else { return nil }
    return binding
  }

  private func evaluation(of binding: Binding, _ source: SwiftSource) -> Call? {
    LocalAuthentication.evaluations(source).first {
      $0.receiverPath.last == binding.name && $0.scope != binding.scope
        && source.facts.isWithin($0.scope, binding.scope)
    }
  }

  /// Whether something makes the context anew or ends it.
  private func isRenewed(_ name: String, _ source: SwiftSource) -> Bool {
    !source.facts.assignments(to: name, in: .file, from: 0).isEmpty
      || source.facts.calls("invalidate").contains { $0.receiverPath.last == name }
  }
}
