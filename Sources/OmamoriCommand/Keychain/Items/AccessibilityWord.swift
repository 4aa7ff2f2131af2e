#if !canImport(Darwin)
import CommandLineKit
import OmamoriKeychain

/// When a secret can be used, as words of the command line.
enum AccessibilityWord: String, CaseIterable, CommandLineValue {
  case whenUnlocked = "when-unlocked"
  case afterFirstUnlock = "after-first-unlock"
  case whenUnlockedThisDeviceOnly = "when-unlocked-this-device-only"
  case afterFirstUnlockThisDeviceOnly = "after-first-unlock-this-device-only"
  case whenPasscodeSet = "when-passphrase-set"

  var accessibility: ItemAccessibility {
    switch self {
    case .whenUnlocked: .whenUnlocked
    case .afterFirstUnlock: .afterFirstUnlock
    case .whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly
    case .whenPasscodeSet: .whenPasscodeSetThisDeviceOnly
    }
  }

  /// The word for an accessibility.
  init(_ accessibility: ItemAccessibility) {
    self = Self.allCases.first { $0.accessibility == accessibility } ?? .whenUnlocked
  }
}
#endif
