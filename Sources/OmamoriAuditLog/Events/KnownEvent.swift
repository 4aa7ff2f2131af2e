import OmamoriCore

/// An event whose meaning is known by its name, in every language of the toolkit.
///
/// The raw value is the name in the log and never changes. A value; safe to share between threads.
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
