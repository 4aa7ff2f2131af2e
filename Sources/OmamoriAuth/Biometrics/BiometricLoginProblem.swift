public import OmamoriCore
public import OmamoriKeychain

/// Why a biometric login did not succeed, by what an app does then.
@nonexhaustive
public enum BiometricLoginProblem: Sendable, Hashable {
  /// The person was not recognised.
  case notRecognised
  /// The person cancelled.
  case cancelled
  /// The person wants to log in another way.
  case anotherWay
  /// Too many attempts; the device's passcode or the app's password is needed.
  case lockedOut
  /// No finger and no face is enrolled.
  case notEnrolled
  /// The device cannot do it at the moment, or at all.
  case notAvailable
  /// Another finger or face was enrolled; the person has to log in with a password and enable it again.
  case biometricsChanged
  /// The system or the app ended the request.
  case interrupted
  /// The device has no passcode.
  case noPasscode
  /// The device is locked.
  case deviceLocked
  /// The stored login cannot be read.
  case unreadable
  /// Something else failed.
  case failed

  /// What came of asking the person; `nil` for a success.
  public init?(_ outcome: AuthenticationOutcome) {
    switch outcome {
    case .success: return nil
    case .failed: self = .notRecognised
    case .cancelled: self = .cancelled
    case .fallback: self = .anotherWay
    case .lockout: self = .lockedOut
    case .notEnrolled: self = .notEnrolled
    case .notAvailable: self = .notAvailable
    case .invalidated: self = .biometricsChanged
    case .systemCancelled: self = .interrupted
    case .passcodeNotSet: self = .noPasscode
    @unknown default: self = .failed
    }
  }

  /// What the keychain said.
  public init(_ error: KeychainError) {
    switch error {
    case .denied, .wrongCredential: self = .notRecognised
    case .cancelled: self = .cancelled
    case .lockedOut: self = .lockedOut
    case .unavailable(.authenticator): self = .notAvailable
    case .invalidated: self = .biometricsChanged
    case .locked: self = .deviceLocked
    case .unsupported(.accessibility): self = .noPasscode
    case .corrupt, .unreadableMessage, .wrongType, .newerFormat: self = .unreadable
    default: self = .failed
    }
  }

  /// Whether the app should show its other way to log in at once.
  public var offersPassword: Bool {
    switch self {
    case .anotherWay, .lockedOut, .notEnrolled, .notAvailable, .biometricsChanged, .noPasscode, .unreadable:
      true
    default: false
    }
  }

  /// Whether what is stored is worthless, so that it is removed.
  var endsLogin: Bool { self == .biometricsChanged || self == .unreadable }

  /// The error for it, where the keychain's own says less.
  var error: AuthError {
    switch self {
    case .notRecognised: .person(.failed)
    case .cancelled: .person(.cancelled)
    case .anotherWay: .person(.fallback)
    case .lockedOut: .person(.lockout)
    case .notEnrolled: .person(.notEnrolled)
    case .notAvailable: .person(.notAvailable)
    case .biometricsChanged: .person(.invalidated)
    case .interrupted: .person(.systemCancelled)
    case .noPasscode: .person(.passcodeNotSet)
    case .deviceLocked: .keychain(.locked)
    case .unreadable: .session(.corrupt)
    case .failed: .person(.failed)
    }
  }
}

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
        ja: "失敗が続いたため、生体認証を使用できません。パスワードでサインインしてください。")
    case .notEnrolled:
      LocalizedText(
        "No fingerprint or face is enrolled on this device.", ja: "このデバイスには生体情報が登録されていません。")
    case .notAvailable:
      LocalizedText(
        "Biometrics are not available. Log in with your password.",
        ja: "生体認証を利用できません。パスワードでサインインしてください。")
    case .biometricsChanged:
      LocalizedText(
        "The fingerprints or faces on this device have changed. Log in with your password, then turn it on again.",
        ja: "デバイスに登録された生体情報が変更されました。パスワードでサインインし、生体認証を再度有効にしてください。")
    case .noPasscode:
      LocalizedText(
        "Set a passcode on this device first.", ja: "先に、このデバイスにパスコードを設定してください。")
    case .deviceLocked:
      LocalizedText("Unlock the device first.", ja: "先に、デバイスのロックを解除してください。")
    case .unreadable, .failed:
      LocalizedText(
        "It did not work. Log in with your password.",
        ja: "生体認証でサインインできませんでした。パスワードでサインインしてください。")
    }
  }
}
