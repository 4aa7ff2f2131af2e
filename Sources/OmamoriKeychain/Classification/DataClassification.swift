/// How much harm it does when data get into the wrong hands.
///
/// A value; safe to share between threads.
public enum DataClassification: String, Sendable, Hashable, CaseIterable, Codable {
  /// None: settings of the display, content that everybody can see.
  case `public`
  /// Little: names, addresses, what a person did in the application.
  case `internal`
  /// Much: tokens, passwords, keys.
  case confidential
  /// Most: what a payment, a signature or a recovery needs.
  case restricted

  /// Where and how such data are kept.
  public var decision: StorageDecision {
    switch self {
    case .public:
      StorageDecision(
        place: .preferences, accessibility: nil, accessControl: nil, allowsSynchronization: true,
        allowsBackup: true, memory: .ordinary)
    case .internal:
      StorageDecision(
        place: .encryptedFile, accessibility: .afterFirstUnlock, accessControl: nil,
        allowsSynchronization: true, allowsBackup: true, memory: .redacted)
    case .confidential:
      StorageDecision(
        place: .keychainItem, accessibility: .whenUnlockedThisDeviceOnly, accessControl: nil,
        allowsSynchronization: false, allowsBackup: false, memory: .locked)
    case .restricted:
      StorageDecision(
        place: .guardedKeychainItem, accessibility: .whenPasscodeSetThisDeviceOnly,
        accessControl: AccessControl(.whenPasscodeSetThisDeviceOnly, .userPresence),
        allowsSynchronization: false, allowsBackup: false, memory: .locked)
    }
  }
}
