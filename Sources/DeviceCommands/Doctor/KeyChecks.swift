import KeychainCommands
import Omamori
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriReport

/// Tries the person's own keychain when there is one; none is made.
struct StandardKeychainCheck: SecurityCheck {
  private static let service = "omamori.doctor"

  var id: String { "keychain" }
  var question: LocalizedText { KeychainCheck(nil).question }
  var area: ChecklistArea? { .keychain }
  var standards: CheckStandards { KeychainCheck(nil).standards }

  func run() async -> CheckResult {
    let folder = KeychainFile.defaultFolder
    do {
      let status = try await StatusReport(folder)
      let facts = [
        CheckFact("exists", .flag(status.exists)), CheckFact("agent", .flag(status.agent != nil)),
      ]
      guard status.exists else {
        return .unavailable(
          .platform(
            LocalizedText(
              "There is no keychain yet; 'omamori keychain init' makes one.",
              ja: "キーチェーンはまだありません。'omamori keychain init' で作成できます。")), facts: facts)
      }
      let keychain = try await Keychain(service: Self.service)
      return await KeychainCheck(keychain, privateFiles: [folder]).run()
    } catch let error as KeychainError {
      if case .insecurePermissions = error {
        return .examined([CheckProblem(.high, error.explanation)], otherwise: error.explanation)
      }
      return .unavailable(.failed(error.explanation))
    } catch {
      return .unavailable(
        .failed(LocalizedText("The keychain cannot be examined.", ja: "キーチェーンを調べられません。")))
    }
  }
}

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

/// In which ways a person can be asked on this machine; nobody is asked.
struct PersonCheck: SecurityCheck {
  private let root: String

  /// Makes the check.
  ///
  /// - Parameter root: The folder that is taken for `/`.
  init(root: String = "") { self.root = root }

  var id: String { "authentication" }

  var question: LocalizedText {
    LocalizedText("Can a person be asked who they are?", ja: "利用者本人の確認手段がありますか")
  }

  var standards: CheckStandards { CheckStandards(owaspMobile2024: [.m3], masvs: ["AUTH-2"]) }

  func run() async -> CheckResult {
    let services = ["omamori", "login", "su", "sudo"].filter { exists("/etc/pam.d/\($0)") }
    let hasFingerprint = exists("/usr/share/dbus-1/system-services/net.reactivated.Fprint.service")
    let hasPolkit = exists("/usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service")
    let facts = [
      CheckFact("pam-services", .list(services)), CheckFact("fingerprint-service", .flag(hasFingerprint)),
      CheckFact("polkit", .flag(hasPolkit)),
    ]
    guard !services.isEmpty || hasFingerprint || hasPolkit else {
      return .unavailable(
        .platform(
          LocalizedText(
            "There is neither PAM nor a fingerprint service nor polkit.",
            ja: "PAM・指紋認証サービス・polkit のいずれもありません。")),
        facts: facts)
    }
    return .examined(
      [],
      otherwise: LocalizedText(
        "There are services that ask; whether a finger is enrolled only they can tell.",
        ja: "確認に使えるサービスがあります（指紋の登録状況は各サービスが管理します）。"), facts: facts)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
