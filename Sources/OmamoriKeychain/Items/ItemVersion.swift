public import OmamoriCore

/// Names one state of an item, so that it is replaced only while it is still in that state.
///
/// A value; safe to share between threads.
public struct ItemVersion: Sendable, Hashable {
  /// The bytes, which mean something to the store that made them only.
  public let data: Data

  /// Takes bytes that a store gave out.
  public init(data: Data) { self.data = data }
}
