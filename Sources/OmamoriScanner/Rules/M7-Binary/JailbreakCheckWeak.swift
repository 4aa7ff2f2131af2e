import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A check for jailbreaks that one patched answer defeats.
struct JailbreakCheckWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "jailbreak-check-weak",
    title: LocalizedText("Jailbreak check that is one Bool", ja: "Bool ひとつに依存する脱獄検出"),
    why: LocalizedText(
      """
      Hooking tools replace a function that answers yes or no in seconds, and the listed paths are \
      hidden by default. The check tells the honest and not the attacker.
      """,
      ja: """
        はい・いいえを返す関数は、フックツールで数秒で置き換えられます。調べているパスも標準で隠されるた\
        め、検出できるのは攻撃者ではない利用者だけです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Collect several independent signals with their evidence, send them to the server with an App \
        Attest assertion and let it decide. OmamoriDevice gathers them.
        """,
        ja: """
          独立した複数の兆候を根拠とともに集め、App Attest のアサーションを付けてサーバーに送り、サーバ\
          ーで判断してください。OmamoriDevice がこれらを収集します。
          """),
      library: .device),
    severity: .low, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m8],
    masvs: ["RESILIENCE-1"], mastg: [240],
    example: RuleMetadata.Example(
      bad: """
        func isJailbroken() -> Bool {
          FileManager.default.fileExists(atPath: "/Applications/Cydia.app")
        }
        """,
      good: """
        func signals() -> Set<Signal> {
          var signals: Set<Signal> = []
          if FileManager.default.fileExists(atPath: "/Applications/Cydia.app") { signals.insert(.file) }
          return signals
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let checks = IntegrityChecks.jailbreakChecks(source)
    for (function, marker) in checks {
      report.note(
        .integrityCheck, at: function.nameRange,
        LocalizedText("\(function.name) looks for \(marker).", ja: "\(function.name) は \(marker) を調べています。"))
    }
    guard !source.facts.imports.contains("DeviceCheck") else { return }
    let deciding = checks.filter { $0.function.returnType?.writtenName == "Bool" }
    for (function, marker) in deciding where !isPart(function, of: deciding.map(\.function), source) {
      report.add(
        Self.self, at: function.nameRange,
        LocalizedText(
          "\(function.name) decides by signs such as \(marker) and answers with one Bool.",
          ja: "\(function.name) は \(marker) などの兆候から判断し、Bool ひとつで答えています。"))
    }
  }

  /// Whether another of `functions` calls this one; then that one is the check.
  private func isPart(_ function: Function, of functions: [Function], _ source: SwiftSource) -> Bool {
    functions.contains { other in
      other.scope != function.scope
        && (source.facts.references[function.name] ?? []).contains {
          source.facts.isWithin($0.scope, other.scope)
        }
    }
  }
}
