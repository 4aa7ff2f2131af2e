public import OmamoriCore

/// One of the ways to open a keychain file.
///
/// It holds nothing secret. A value; safe to share between threads.
public struct KeychainSlot: Sendable, Hashable {
  /// The most slots that a keychain file has.
  public static let greatestCount = 32
  /// The most bytes of a name in UTF-8.
  public static let greatestNameLength = 64

  /// What stays the same while the slot is renamed.
  public let id: SlotID
  /// What opens it.
  public let kind: SlotKind
  /// What a person calls it.
  public let name: String
  /// When it was added, in whole seconds.
  public let created: Date
  /// Whether a PIN is asked for; only a slot of the kind ``SlotKind/tpm`` has one.
  public let hasPIN: Bool
}
