public import OmamoriCore

extension BiometricLoginProblem {
  /// What to tell the person, as a sentence; `nil` where nothing has to be said.
  public var explanation: LocalizedText? {
    switch self {
    case .cancelled, .anotherWay, .interrupted: nil
    case .notRecognised:
      LocalizedText("You were not recognised. Try again.", ja: "本人と確認できませんでした。もう一度お試しください。")
    case .lockedOut:
      LocalizedText(
        "There were too many attempts. Log in with your password.",
        ja: "失敗が続いたため、生体認証を使用できません。パスワードでログインしてください。")
    case .notEnrolled:
      LocalizedText(
        "No fingerprint or face is enrolled on this device.", ja: "この端末には生体情報が登録されていません。")
    case .notAvailable:
      LocalizedText(
        "Biometrics are not available. Log in with your password.",
        ja: "生体認証を利用できません。パスワードでログインしてください。")
    case .biometricsChanged:
      LocalizedText(
        "The fingerprints or faces on this device have changed. Log in with your password, then turn it on again.",
        ja: "端末に登録された生体情報が変更されました。パスワードでログインし、生体認証を再度有効にしてください。")
    case .noPasscode:
      LocalizedText(
        "Set a passcode on this device first.", ja: "先に、この端末にパスコードを設定してください。")
    case .deviceLocked:
      LocalizedText("Unlock the device first.", ja: "先に、端末のロックを解除してください。")
    case .unreadable, .failed:
      LocalizedText(
        "It did not work. Log in with your password.",
        ja: "生体認証でログインできませんでした。パスワードでログインしてください。")
    }
  }
}
