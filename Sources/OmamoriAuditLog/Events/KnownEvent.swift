public import OmamoriCore

/// An event whose meaning is known by its name, in every language of the toolkit.
///
/// The raw value is the name in the log and never changes.
@nonexhaustive
public enum KnownEvent: String, Sendable, Hashable, CaseIterable {
  /// Signs of a jailbreak or of root access were found.
  case jailbreakDetected = "integrity.jailbreak"
  /// A debugger is attached.
  case debuggerDetected = "integrity.debugger"
  /// The program's code differs from its file.
  case codeModified = "integrity.code-modified"
  /// A tool that changes running programs was found.
  case instrumentationDetected = "integrity.instrumentation"
  /// The integrity of the device was checked.
  case integrityChecked = "integrity.checked"
  /// Suspicious activity was noticed.
  case suspiciousActivity = "policy.suspicious"
  /// Access without permission was refused.
  case unauthorizedAccess = "policy.unauthorized"
  /// A security policy was changed.
  case policyChanged = "policy.changed"
  /// Consent was given.
  case consentGiven = "policy.consent-given"
  /// Consent was withdrawn.
  case consentWithdrawn = "policy.consent-withdrawn"
  /// A sign-in succeeded.
  case signInSucceeded = "authentication.succeeded"
  /// A sign-in failed.
  case signInFailed = "authentication.failed"
  /// Biometric authentication succeeded.
  case biometricAuthSucceeded = "authentication.biometric-succeeded"
  /// Biometric authentication failed.
  case biometricAuthFailed = "authentication.biometric-failed"
  /// Too many failed attempts locked authentication.
  case authenticationLockedOut = "authentication.locked-out"
  /// A password was changed.
  case passwordChanged = "authentication.password-changed"
  /// A second factor was added or removed.
  case secondFactorChanged = "authentication.second-factor-changed"
  /// A session began.
  case sessionStarted = "session.started"
  /// A session was renewed.
  case sessionRenewed = "session.renewed"
  /// A session expired.
  case sessionExpired = "session.expired"
  /// A session ended.
  case sessionEnded = "session.ended"
  /// A token was used a second time.
  case tokenReused = "session.token-reused"
  /// The keychain was unlocked.
  case keychainUnlocked = "keychain.unlocked"
  /// The keychain was locked.
  case keychainLocked = "keychain.locked"
  /// The keychain was changed from outside.
  case keychainTampered = "keychain.tampered"
  /// A key was replaced.
  case keyRotated = "cryptography.key-rotated"
  /// A certificate was refused.
  case certificateValidationFailed = "transport.certificate-refused"
  /// A server's key is not one of those that are pinned.
  case pinMismatch = "transport.pin-mismatch"
  /// A connection that is not secure was refused.
  case insecureConnectionRefused = "transport.insecure-refused"
  /// Protected data was read.
  case dataRead = "data-access.read"
  /// Protected data was exported.
  case dataExported = "data-access.exported"
  /// Protected data was deleted.
  case dataDeleted = "data-access.deleted"
  /// An account was made.
  case accountCreated = "administration.account-created"
  /// An account was deleted.
  case accountDeleted = "administration.account-deleted"
  /// Somebody's role was changed.
  case roleChanged = "administration.role-changed"
  /// The configuration was changed.
  case configurationChanged = "administration.configuration-changed"
  /// The log was opened.
  case logOpened = "log.opened"
  /// The log was not closed properly, and what was cut off was recovered.
  case logRecovered = "log.recovered"
  /// Events were dropped, as more came than could be written.
  case eventsDropped = "log.dropped"
  /// An event that a module reported could not be recorded.
  case eventRefused = "log.refused"
  /// The clock went back.
  case clockWentBack = "log.clock-back"
  /// The private fields of a subject were erased.
  case subjectErased = "log.subject-erased"
  /// Old segments were removed.
  case segmentsPruned = "log.pruned"
  /// An anchor of the log cannot be reached.
  case anchorFailed = "log.anchor-failed"
  /// An anchor knows another history than the log.
  case anchorContradicted = "log.anchor-contradicted"
  /// What an anchor knew of the log is gone; with the field `accepted`, somebody let it begin anew.
  case anchorMissing = "log.anchor-missing"
  /// A record that the collector refuses was set aside.
  case deliveryIsolated = "log.delivery-isolated"

  /// The part of security that it is about, which its name begins with.
  public var category: AuditCategory {
    let word = rawValue.prefix { $0 != "." }
    return AuditCategory(rawValue: String(word)) ?? .application
  }
}

extension KnownEvent {
  /// How much attention it needs, unless the app says otherwise.
  public var severity: SecurityEvent.Severity {
    switch self {
    case .jailbreakDetected, .debuggerDetected, .codeModified, .instrumentationDetected, .tokenReused,
      .keychainTampered, .pinMismatch, .anchorContradicted, .anchorMissing:
      .critical
    case .suspiciousActivity, .unauthorizedAccess, .signInFailed, .biometricAuthFailed,
      .authenticationLockedOut, .certificateValidationFailed, .insecureConnectionRefused, .logRecovered,
      .eventsDropped, .eventRefused, .clockWentBack, .anchorFailed, .deliveryIsolated:
      .warning
    case .policyChanged, .consentWithdrawn, .passwordChanged, .secondFactorChanged, .sessionExpired,
      .keyRotated, .dataExported, .dataDeleted, .accountCreated, .accountDeleted, .roleChanged,
      .configurationChanged, .subjectErased, .segmentsPruned:
      .notice
    default: .information
    }
  }
}

extension KnownEvent {
  /// What happened, as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .jailbreakDetected:
      LocalizedText("Signs of a jailbreak or of root access were found.", ja: "脱獄または root 化の痕跡が検出されました。")
    case .debuggerDetected:
      LocalizedText("A debugger is attached.", ja: "デバッガの接続が検出されました。")
    case .codeModified:
      LocalizedText("The program's code differs from its file.", ja: "プログラムのコードが改変されています。")
    case .instrumentationDetected:
      LocalizedText("A tool that changes running programs was found.", ja: "実行中のプログラムを改変するツールが検出されました。")
    case .integrityChecked:
      LocalizedText("The integrity of the device was checked.", ja: "デバイスの完全性を検査しました。")
    case .suspiciousActivity:
      LocalizedText("Suspicious activity was noticed.", ja: "不審な動作が検出されました。")
    case .unauthorizedAccess:
      LocalizedText("Access without permission was refused.", ja: "権限のないアクセスを拒否しました。")
    case .policyChanged:
      LocalizedText("A security policy was changed.", ja: "セキュリティポリシーが変更されました。")
    case .consentGiven:
      LocalizedText("Consent was given.", ja: "同意が得られました。")
    case .consentWithdrawn:
      LocalizedText("Consent was withdrawn.", ja: "同意が取り消されました。")
    case .signInSucceeded:
      LocalizedText("A sign-in succeeded.", ja: "サインインに成功しました。")
    case .signInFailed:
      LocalizedText("A sign-in failed.", ja: "サインインに失敗しました。")
    case .biometricAuthSucceeded:
      LocalizedText("Biometric authentication succeeded.", ja: "生体認証に成功しました。")
    case .biometricAuthFailed:
      LocalizedText("Biometric authentication failed.", ja: "生体認証に失敗しました。")
    case .authenticationLockedOut:
      LocalizedText("Too many failed attempts locked authentication.", ja: "認証の失敗が続いたためロックされました。")
    case .passwordChanged:
      LocalizedText("A password was changed.", ja: "パスワードが変更されました。")
    case .secondFactorChanged:
      LocalizedText("A second factor was added or removed.", ja: "二要素認証の設定が変更されました。")
    case .sessionStarted:
      LocalizedText("A session began.", ja: "セッションを開始しました。")
    case .sessionRenewed:
      LocalizedText("A session was renewed.", ja: "セッションを更新しました。")
    case .sessionExpired:
      LocalizedText("A session expired.", ja: "セッションの有効期限が切れました。")
    case .sessionEnded:
      LocalizedText("A session ended.", ja: "セッションを終了しました。")
    case .tokenReused:
      LocalizedText("A token was used a second time.", ja: "トークンが再使用されました。")
    case .keychainUnlocked:
      LocalizedText("The keychain was unlocked.", ja: "キーチェーンのロックを解除しました。")
    case .keychainLocked:
      LocalizedText("The keychain was locked.", ja: "キーチェーンをロックしました。")
    case .keychainTampered:
      LocalizedText("The keychain was changed from outside.", ja: "キーチェーンが外部から改変されています。")
    case .keyRotated:
      LocalizedText("A key was replaced.", ja: "鍵を更新しました。")
    case .certificateValidationFailed:
      LocalizedText("A certificate was refused.", ja: "証明書の検証に失敗しました。")
    case .pinMismatch:
      LocalizedText("A server's key is not one of those that are pinned.", ja: "サーバーの公開鍵がピンと一致しません。")
    case .insecureConnectionRefused:
      LocalizedText("A connection that is not secure was refused.", ja: "安全でない接続を拒否しました。")
    case .dataRead:
      LocalizedText("Protected data was read.", ja: "保護されたデータを読み取りました。")
    case .dataExported:
      LocalizedText("Protected data was exported.", ja: "保護されたデータを書き出しました。")
    case .dataDeleted:
      LocalizedText("Protected data was deleted.", ja: "保護されたデータを削除しました。")
    case .accountCreated:
      LocalizedText("An account was made.", ja: "アカウントを作成しました。")
    case .accountDeleted:
      LocalizedText("An account was deleted.", ja: "アカウントを削除しました。")
    case .roleChanged:
      LocalizedText("Somebody's role was changed.", ja: "ロールが変更されました。")
    case .configurationChanged:
      LocalizedText("The configuration was changed.", ja: "設定が変更されました。")
    case .logOpened:
      LocalizedText("The log was opened.", ja: "ログを開きました。")
    case .logRecovered:
      LocalizedText(
        "The log was not closed properly, and what was cut off was recovered.",
        ja: "ログが正常に閉じられていなかったため、復旧しました。")
    case .eventsDropped:
      LocalizedText(
        "Events were dropped, as more came than could be written.", ja: "書き込みが間に合わず、イベントが破棄されました。")
    case .eventRefused:
      LocalizedText("An event that a module reported could not be recorded.", ja: "通知されたイベントを記録できませんでした。")
    case .clockWentBack:
      LocalizedText("The clock went back.", ja: "時計が過去に戻されました。")
    case .subjectErased:
      LocalizedText("The private fields of a subject were erased.", ja: "対象者の非公開フィールドを消去しました。")
    case .segmentsPruned:
      LocalizedText("Old segments were removed.", ja: "古いセグメントを削除しました。")
    case .anchorFailed:
      LocalizedText("An anchor of the log cannot be reached.", ja: "ログのアンカーに接続できません。")
    case .anchorContradicted:
      LocalizedText("An anchor knows another history than the log.", ja: "アンカーの記録とログの履歴が一致しません。")
    case .anchorMissing:
      LocalizedText("What an anchor knew of the log is gone.", ja: "アンカーが保持していたログの記録が失われています。")
    case .deliveryIsolated:
      LocalizedText("A record that the collector refuses was set aside.", ja: "収集サーバーが拒否した記録を隔離しました。")
    }
  }

  /// What an event of this name says; for another name that it is the app's own.
  static func explanation(of name: String) -> LocalizedText {
    KnownEvent(rawValue: name)?.explanation
      ?? LocalizedText("An event of the app: \(name).", ja: "アプリ固有のイベント：\(name)")
  }
}
