/// Who has to prove to be there before an item's secret is released.
///
/// Every constraint releases key material: a constraint that could only answer yes or no is combined with a secret of
/// a slot and reported as ``Item/protection`` `.gate`. A value; safe to share between threads.
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
