public import OmamoriCore

/// What a caller brings along to use items that have an access control.
///
/// Made for one operation and not kept, so that one answer never serves another question.
public struct ItemAccess: Sendable {
  /// Asks the person; `nil` when nobody can be asked, and items that need it are refused.
  public var authenticator: (any Authenticator)?
  /// What the person is told.
  public var reason: LocalizedText
  /// A passphrase of the keychain, where an item asks for the passcode.
  public var passphrase: SharedSecretBytes?
  /// The item's own password, where it has one.
  public var applicationPassword: SharedSecretBytes?

  /// Whether a key is read to be used at once and not to be given out, as ``KeychainKeys`` does.
  package var isForKeyUse = false

  /// Brings nothing: items with an access control are refused.
  public static let none = ItemAccess()

  /// Makes what a caller brings along.
  ///
  /// - Parameters:
  ///   - authenticator: Asks the person.
  ///   - reason: What the person is told.
  ///   - passphrase: A passphrase of the keychain.
  ///   - applicationPassword: The item's own password.
  public init(
    authenticator: (any Authenticator)? = nil,
    reason: LocalizedText = LocalizedText("Use a secret of the keychain", ja: "キーチェーンの秘密情報を使用します"),
    passphrase: SharedSecretBytes? = nil,
    applicationPassword: SharedSecretBytes? = nil
  ) {
    (self.authenticator, self.reason) = (authenticator, reason)
    (self.passphrase, self.applicationPassword) = (passphrase, applicationPassword)
  }
}

/// When an item's secret can be used.
///
/// The raw values are those of `kSecAttrAccessible`.
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

/// What an item's access control is worth.
public enum ItemProtection: Sendable, Hashable, CaseIterable {
  /// No access control: the accessibility alone protects the item.
  case none
  /// The answer to the access control is part of the key, which cannot be had otherwise.
  case keyBound
  /// The program respects the answer; the key itself is protected by the keychain's slots only.
  case gate
}

/// Who has to prove to be there before an item's secret is released.
///
/// Every constraint releases key material: a constraint that could only answer yes or no is combined with a secret of
/// a slot and reported as ``KeychainItem/protection`` `.gate`.
///
/// Source: <https://developer.apple.com/documentation/security/secaccesscontrolcreateflags>.
public struct AccessControl: Sendable, Hashable {
  /// When the secret can be used at all.
  public let accessibility: ItemAccessibility
  /// What is asked for.
  public let constraints: Constraints

  /// Makes an access control.
  ///
  /// - Parameters:
  ///   - accessibility: When the secret can be used at all.
  ///   - constraints: What is asked for; an empty set asks for nothing.
  public init(_ accessibility: ItemAccessibility, _ constraints: Constraints) {
    (self.accessibility, self.constraints) = (accessibility, constraints)
  }

  /// A set of constraints; the raw value is that of Apple's `SecAccessControlCreateFlags`.
  public struct Constraints: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Biometrics or the passcode.
    public static let userPresence = Self(rawValue: 1 << 0)
    /// Any enrolled finger or face.
    public static let biometryAny = Self(rawValue: 1 << 1)
    /// The fingers or the face enrolled when the item was made; others invalidate the item.
    public static let biometryCurrentSet = Self(rawValue: 1 << 3)
    /// The passcode, or a passphrase of the keychain.
    public static let devicePasscode = Self(rawValue: 1 << 4)
    /// One of several constraints is enough.
    public static let or = Self(rawValue: 1 << 14)
    /// All constraints are needed.
    public static let and = Self(rawValue: 1 << 15)
    /// The constraints hold for using a private key with ``KeychainKeys``; a search for its secret is `denied`.
    public static let privateKeyUsage = Self(rawValue: 1 << 30)
    /// A password of the item's own, mixed into its key.
    public static let applicationPassword = Self(rawValue: 1 << 31)
  }
}
