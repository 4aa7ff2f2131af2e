#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriReport

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
#endif
