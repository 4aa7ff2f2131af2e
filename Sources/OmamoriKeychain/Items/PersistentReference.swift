public import OmamoriCore

/// A name of an item that stays the same while the item is changed, renamed or moved, and ends with it.
///
/// A value; safe to share between threads.
public struct PersistentReference: Sendable, Hashable {
  /// The longest reference, in bytes.
  public static let greatestSize = 512

  /// The bytes, which mean something to the store that made them only.
  public let data: Data

  /// Takes bytes that a store gave out; `nil` when there are none or more than ``greatestSize``.
  public init?(data: Data) {
    guard (1...Self.greatestSize).contains(data.count) else { return nil }
    self.data = data
  }
}
