#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

/// Whether secrets stay in memory and out of the swap space.
struct SecretMemoryCheck: SecurityCheck {
  var id: String { "secret-memory" }

  var question: LocalizedText {
    LocalizedText(
      "Is the memory of secrets locked, so that it is never swapped out?", ja: "機密情報のメモリはスワップされないようロックされますか")
  }

  var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m9], masvs: ["STORAGE-2"], cwe: [591])
  }

  func run() async -> CheckResult {
    do throws(CoreError) {
      let isLocked = try SecretBytes(randomCount: 32).isLocked
      let limit = ProcessLimits().lockedMemory
      return .examined(
        isLocked
          ? []
          : [
            CheckProblem(
              .low,
              LocalizedText(
                "Secrets may be swapped out; raise the limit of locked memory ('ulimit -l').",
                ja: "機密情報がスワップされる可能性があります。ロック可能なメモリの上限（'ulimit -l'）を引き上げてください。"))
          ],
        otherwise: LocalizedText("The memory is locked.", ja: "メモリはロックされています。"),
        facts: [CheckFact("locked", .flag(isLocked)), CheckFact("limit-bytes", limit ?? .text("unknown"))])
    } catch {
      return .unavailable(.failed(error.explanation))
    }
  }
}
#endif
