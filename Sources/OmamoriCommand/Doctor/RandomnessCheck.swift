#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

/// Whether the kernel's random source answers.
struct RandomnessCheck: SecurityCheck {
  private static let count = 64

  var id: String { "randomness" }

  var question: LocalizedText {
    LocalizedText("Does the kernel's random source answer?", ja: "カーネルの乱数源は正常に応答しますか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m10], masvs: ["CRYPTO-1"], mastg: [63], cwe: [330])
  }

  func run() async -> CheckResult {
    do throws(CoreError) {
      let first = try SecretBytes(randomCount: Self.count)
      let second = try SecretBytes(randomCount: Self.count)
      let zeros = SecretBytes(copying: [UInt8](repeating: 0, count: Self.count))
      let isStuck = first.isEqual(to: second) || first.isEqual(to: zeros)
      return .examined(
        isStuck
          ? [
            CheckProblem(
              .critical, LocalizedText("It gives the same bytes again.", ja: "同じ値を繰り返しています。"))
          ]
          : [],
        otherwise: LocalizedText(
          "Two draws of \(Self.count) bytes differ.", ja: "\(Self.count) バイトの乱数を 2 回取得し、異なる値を得ました。"),
        facts: [CheckFact("source", .text("getrandom"))])
    } catch {
      return .examined([CheckProblem(.critical, error.explanation)], otherwise: error.explanation)
    }
  }
}
#endif
