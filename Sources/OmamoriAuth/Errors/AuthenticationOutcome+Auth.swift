import OmamoriCore

extension AuthenticationOutcome {
  /// What came of asking a person, as a sentence.
  var authExplanation: LocalizedText {
    switch self {
    case .success: LocalizedText("The person was authenticated.", ja: "本人確認に成功しました。")
    case .failed: LocalizedText("The person was not recognised.", ja: "本人と確認できませんでした。")
    case .cancelled: LocalizedText("The person cancelled.", ja: "利用者が取り消しました。")
    case .fallback: LocalizedText("The person chose another way.", ja: "利用者が別の方法を選びました。")
    case .lockout: LocalizedText("There were too many failed attempts.", ja: "失敗が続いたため、ロックされています。")
    case .notEnrolled: LocalizedText("No biometrics are enrolled.", ja: "生体情報が登録されていません。")
    case .notAvailable: LocalizedText("Biometrics are not available.", ja: "生体認証を利用できません。")
    case .invalidated: LocalizedText("The enrolled biometrics have changed.", ja: "登録された生体情報が変更されました。")
    case .systemCancelled: LocalizedText("The system cancelled.", ja: "システムが取り消しました。")
    case .passcodeNotSet: LocalizedText("No passcode is set.", ja: "パスコードが設定されていません。")
    @unknown default: LocalizedText("The person was not authenticated.", ja: "本人確認ができませんでした。")
    }
  }
}
