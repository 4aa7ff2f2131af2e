#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriDevice
import OmamoriReport

/// Whether a process can make itself harder to change and to read on this machine.
struct HardeningCheck: SecurityCheck {
  var id: String { "hardening" }

  var question: LocalizedText {
    LocalizedText(
      "Can processes protect themselves from being changed and read?",
      ja: "プロセスは改変や読み取りから自身を保護できますか")
  }

  var standards: CheckStandards { CheckStandards(owaspMobile2024: [.m7], masvs: ["RESILIENCE-4"]) }

  func run() async -> CheckResult {
    let absent = HardeningMeasure.allCases.filter { Hardening.obstacle(to: $0) != nil }
    let facts = [
      CheckFact(
        "available", .list(HardeningMeasure.allCases.filter { !absent.contains($0) }.map(\.rawValue))),
      CheckFact("absent", .list(absent.map(\.rawValue))),
    ]
    var problems: [CheckProblem] = []
    // Either of the two refuses code that is made while a program runs.
    if absent.contains(.denyWriteExecute), absent.contains(.filterWriteExecute) {
      problems.append(
        CheckProblem(
          .low,
          LocalizedText(
            "The kernel cannot keep new code out of a process.", ja: "カーネルにコードの追加を防ぐ機能がありません。")))
    }
    return .examined(
      problems,
      otherwise: LocalizedText(
        "\(HardeningMeasure.allCases.count - absent.count) of \(HardeningMeasure.allCases.count) measures can be taken.",
        ja:
          "\(HardeningMeasure.allCases.count) 種中 \(HardeningMeasure.allCases.count - absent.count) 種の保護を利用できます。"
      ),
      facts: facts)
  }
}
#endif
