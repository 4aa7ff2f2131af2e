#if !canImport(Darwin)
import Omamori
import OmamoriCore
import OmamoriKeychain
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
#endif
