#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

/// Whether there is a TPM 2.0 that can keep keys out of this machine's memory.
struct HardwareKeyCheck: SecurityCheck {
  private let device: String

  /// Makes the check.
  ///
  /// - Parameter device: The device of the kernel's resource manager.
  init(device: String = "/dev/tpmrm0") { self.device = device }

  var id: String { "hardware-keys" }

  var question: LocalizedText {
    LocalizedText("Can keys be kept in a TPM 2.0?", ja: "TPM 2.0 で鍵を保護できますか")
  }

  var standards: CheckStandards { CheckStandards(owaspMobile2024: [.m10], masvs: ["CRYPTO-2"]) }

  func run() async -> CheckResult {
    guard FileManager.default.fileExists(atPath: device) else {
      return .unavailable(
        .platform(LocalizedText("There is no TPM 2.0.", ja: "TPM 2.0 がありません。")),
        facts: [CheckFact("present", .flag(false))])
    }
    let isUsable =
      FileManager.default.isReadableFile(atPath: device) && FileManager.default.isWritableFile(atPath: device)
    return .examined(
      isUsable
        ? []
        : [
          CheckProblem(
            .low,
            LocalizedText(
              "This user may not use the TPM; add it to the group 'tss'.",
              ja: "このユーザーには TPM を使う権限がありません。グループ 'tss' に追加してください。"))
        ],
      otherwise: LocalizedText("The TPM can be used.", ja: "TPM を利用できます。"),
      facts: [CheckFact("present", .flag(true)), CheckFact("usable", .flag(isUsable))])
  }
}
#endif
