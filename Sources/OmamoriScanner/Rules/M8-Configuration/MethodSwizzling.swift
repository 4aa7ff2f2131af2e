import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Methods of the system that are exchanged while the app runs.
struct MethodSwizzling: SwiftRule {
  static let metadata = RuleMetadata(
    id: "method-swizzling",
    title: LocalizedText("Methods exchanged at run time", ja: "実行時のメソッドの入れ替え"),
    why: LocalizedText(
      """
      What a method does can no longer be read from the code. Checks of the system can be lost, and an \
      attacker's hooks cannot be told from the app's own.
      """,
      ja: """
        メソッドの動作がコードから読み取れなくなります。システムの検証が失われることがあり、攻撃者のフッ\
        クとアプリ自身の入れ替えを区別できなくなります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Subclass, wrap or use a delegate; keep exchanges to test targets.",
        ja: """
          サブクラス化、ラップ、デリゲートで実現し、入れ替えはテストターゲットだけにとどめてください。
          """)),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m8], owaspMobile2016: [.m8],
    masvs: ["RESILIENCE-2"], mastg: [],
    example: RuleMetadata.Example(
      bad: "method_exchangeImplementations(original, replacement)",
      good: "let session = LoggingSession(wrapping: .shared)"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["method_exchangeImplementations", "method_setImplementation", "class_replaceMethod"] {
      for call in source.facts.calls(name) {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(name) changes what a method does while the app runs.",
            ja: "\(name) は実行中にメソッドの動作を変更します。"))
      }
    }
  }
}
