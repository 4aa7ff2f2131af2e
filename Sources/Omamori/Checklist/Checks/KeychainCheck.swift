import OmamoriCore
import OmamoriKeychain
import OmamoriReport

/// Tries the keychain for real: writes an item, reads it, looks at how it is kept, and removes it again.
///
/// The item has a random name and random content, so that no item of the app is touched. A value; safe to share between
/// threads.
package struct KeychainCheck: SecurityCheck {
  private let keychain: Keychain?
  private let privateFiles: [String]

  /// Makes the check.
  ///
  /// - Parameters:
  ///   - keychain: The keychain; `nil` makes the check unavailable.
  ///   - privateFiles: Files and folders that nobody but the owner may read, such as that of the keychain.
  package init(_ keychain: Keychain?, privateFiles: [String] = []) {
    (self.keychain, self.privateFiles) = (keychain, privateFiles)
  }

  /// `keychain`.
  package var id: String { "keychain" }

  /// The question.
  package var question: LocalizedText {
    LocalizedText(
      "Does the keychain keep a secret unchanged, on this device only, and forget it when told?",
      ja: "キーチェーンは秘密情報をデバイス限定で正しく保存し、指示どおりに削除しますか")
  }

  /// `ChecklistArea.keychain`.
  package var area: ChecklistArea? { .keychain }

  /// What it is about in the lists of others.
  package var standards: CheckStandards {
    CheckStandards(owaspMobile2024: [.m9, .m1], masvs: ["STORAGE-1"], mastg: [301], cwe: [312, 522])
  }

  /// Writes, reads and removes an item.
  package func run() async -> CheckResult {
    guard let keychain else {
      return .unavailable(
        .notGiven(LocalizedText("No keychain was given.", ja: "キーチェーンが指定されていません。")))
    }
    let files = await PrivateFiles.examine(privateFiles)
    do throws(KeychainError) {
      let trial = try await KeychainTrial.run(keychain)
      let facts = trial.facts + files.facts
      let problems = trial.problems + files.problems
      if problems.isEmpty, let missing = files.missing {
        return .unavailable(.failed(missing), facts: facts)
      }
      return .examined(
        problems,
        otherwise: LocalizedText(
          "A secret was written, read, found to be for this device only, and removed.",
          ja: "秘密情報の書き込み・読み出し・デバイス限定の確認・削除に成功しました。"), facts: facts)
    } catch {
      if case .insecurePermissions = error {
        let problem = CheckProblem(.high, error.explanation)
        return .examined([problem] + files.problems, otherwise: error.explanation, facts: files.facts)
      }
      guard files.problems.isEmpty else {
        return .examined(files.problems, otherwise: error.explanation, facts: files.facts)
      }
      return .unavailable(.failed(error.explanation), facts: files.facts)
    }
  }
}
