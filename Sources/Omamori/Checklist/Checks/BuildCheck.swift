import OmamoriCore
import OmamoriReport

/// Looks at how the running program was built: without debug code, assertions and sanitizers, and closed to debuggers.
package struct BuildCheck: SecurityCheck {
  private let build: BuildFacts
  private let profile: CheckedFile?

  /// Makes the check of the running program.
  ///
  /// - Parameter profile: The app's `embedded.mobileprovision`, which says whether debuggers may attach; builds of the App
  ///   Store have none, and other systems know no such thing.
  package init(profile: CheckedFile? = nil) { self.init(.current, profile: profile) }

  /// Makes the check of what is known of a program.
  init(_ build: BuildFacts, profile: CheckedFile? = nil) { (self.build, self.profile) = (build, profile) }

  /// `debug-code`.
  package var id: String { "debug-code" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Is this a release build, without debug code, assertions and sanitizers?",
      ja: "デバッグコード・アサーション・サニタイザーを含まないリリースビルドですか")
  }

  /// `ChecklistArea.debugCode`.
  package var area: ChecklistArea? { .debugCode }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(
      owaspMobile2024: [.m7, .m8], masvs: ["RESILIENCE-4", "CODE-4"], mastg: [261], cwe: [489, 215])
  }

  /// Looks at the program, and reads the profile.
  package func run() async -> CheckResult {
    var problems = build.problems
    var facts = build.facts
    if let profile {
      guard let isDebuggable = await ProvisioningProfile.allowsDebugging(profile) else {
        let text = LocalizedText(
          "The provisioning profile cannot be read.", ja: "プロビジョニングプロファイルを読み込めません。")
        return problems.isEmpty
          ? .unavailable(.failed(text), facts: facts)
          : .examined(problems, otherwise: text, facts: facts)
      }
      facts.append(CheckFact("get-task-allow", .flag(isDebuggable)))
      if isDebuggable {
        problems.append(
          CheckProblem(
            .medium,
            LocalizedText(
              "The entitlement get-task-allow lets debuggers attach.",
              ja: "エンタイトルメント get-task-allow により、デバッガーがアタッチできます。")))
      }
    } else {
      facts.append(CheckFact("get-task-allow", .text("unavailable")))
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "Optimised, without assertions and sanitizers.", ja: "最適化済みで、アサーションとサニタイザーはありません。"),
      facts: facts)
  }
}
