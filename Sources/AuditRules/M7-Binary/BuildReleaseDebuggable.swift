import AuditEngine
import OmamoriCore
import OmamoriReport

/// A release configuration with the settings of a debug build.
struct BuildReleaseDebuggable: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-release-debuggable",
    title: LocalizedText("Release build has debug settings", ja: "リリースビルドにデバッグ用の設定がある"),
    why: LocalizedText(
      """
      With DEBUG defined, back doors and logs meant for development ship. Without optimisation and with testability the \
      code of the app is easy to read and to call from outside.
      """,
      ja: "DEBUG が定義されたままだと、開発用の抜け道やログが製品に含まれます。最適化なし・テスト可能な設定では、コードの解析や外部からの呼び出しが容易になります。"),
    fix: RuleFix(
      LocalizedText(
        "Move the setting to the Debug configuration and leave Release at its defaults.",
        ja: "設定を Debug 構成へ移し、Release は既定値のままにしてください。")),
    severity: .medium, confidence: .high, cwe: [489], owaspMobile2024: [.m7], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "settings", bad: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = \"$(inherited) DEBUG\";",
      good: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = \"$(inherited) RELEASE\";"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    var told: Set<String> = []
    for (xcode, target) in project.inventory.layout.appTargets {
      for (name, isWeak, severity) in Self.tests {
        guard let value = xcode.releaseValue(name, target: target), isWeak(value),
          let setting = xcode.releaseSetting(name, target: target),
          told.insert("\(setting.text.path):\(setting.range.lowerBound)").inserted
        else { continue }
        report.add(
          Self.self, in: setting.text, at: setting.range,
          LocalizedText(
            "\(name) is “\(value)” in \(xcode.releaseConfiguration) of \(target.name).",
            ja: "\(target.name) の \(xcode.releaseConfiguration) で \(name) が「\(value)」です。"), severity: severity
        )
      }
    }
  }

  private static let tests: [(name: String, isWeak: @Sendable (String) -> Bool, severity: Severity)] = [
    ("ENABLE_TESTABILITY", { $0 == "YES" }, .medium),
    ("SWIFT_OPTIMIZATION_LEVEL", { $0 == "-Onone" }, .medium),
    ("GCC_OPTIMIZATION_LEVEL", { $0 == "0" }, .medium),
    ("SWIFT_ACTIVE_COMPILATION_CONDITIONS", { $0.split(separator: " ").contains("DEBUG") }, .medium),
    (
      "GCC_PREPROCESSOR_DEFINITIONS",
      { $0.split(separator: " ").contains { $0 == "DEBUG" || $0 == "DEBUG=1" } }, .medium
    ),
    (
      "OTHER_SWIFT_FLAGS",
      { (" " + $0 + " ").contains(" -DDEBUG ") || (" " + $0 + " ").contains(" -D DEBUG ") }, .medium
    ),
    ("DEBUG_INFORMATION_FORMAT", { $0 == "dwarf" }, .low),
    ("ONLY_ACTIVE_ARCH", { $0 == "YES" }, .low),
  ]
}
