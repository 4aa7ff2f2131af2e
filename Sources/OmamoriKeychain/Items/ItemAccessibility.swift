/// When an item's secret can be used.
///
/// The raw values are those of `kSecAttrAccessible`. A value; safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/security/item-attribute-keys-and-values>.
public enum ItemAccessibility: String, Sendable, Hashable, CaseIterable {
  /// While the keychain is unlocked.
  case whenUnlocked = "ak"
  /// From the first unlocking until the machine restarts or everything is locked.
  case afterFirstUnlock = "ck"
  /// While the keychain is unlocked, and on this device only.
  case whenUnlockedThisDeviceOnly = "aku"
  /// From the first unlocking on, and on this device only.
  case afterFirstUnlockThisDeviceOnly = "cku"
  /// While the keychain is unlocked, on this device only, and as long as there is a passcode (or passphrase).
  ///
  /// When the last passcode is removed the items are gone for good.
  case whenPasscodeSetThisDeviceOnly = "akpu"

  /// Whether the secret must not leave the device, by backup or otherwise.
  public var isThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock: false
    case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: true
    }
  }

  /// Whether the secret stays usable when the keychain is locked again after a first unlocking.
  public var survivesLocking: Bool {
    switch self {
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: true
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: false
    }
  }
}
