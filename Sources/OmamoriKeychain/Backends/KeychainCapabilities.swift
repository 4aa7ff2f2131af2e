/// What a store can do beyond the rules that all keep.
///
/// A value; safe to share between threads.
public struct KeychainCapabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Several things can be done in one step.
  public static let transactions = Self(rawValue: 1 << 0)
  /// Changes are told, those of other processes too.
  public static let changes = Self(rawValue: 1 << 1)
  /// Items can have an access control.
  public static let accessControl = Self(rawValue: 1 << 2)
  /// Accessibility is enforced, not just kept.
  public static let accessibility = Self(rawValue: 1 << 3)
  /// Certificates, keys and identities can be stored.
  public static let certificatesAndKeys = Self(rawValue: 1 << 4)
  /// Items survive the process.
  public static let persistent = Self(rawValue: 1 << 5)
  /// Deleted, swapped and replayed items are noticed.
  public static let tamperDetection = Self(rawValue: 1 << 6)
}
