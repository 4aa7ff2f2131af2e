/// Whether an item is meant for the person's other devices.
///
/// A value; safe to share between threads.
public enum Synchronization: Sendable, Hashable, CaseIterable {
  /// The item is for this store alone.
  case local
  /// The item is marked to be synchronized, and nothing synchronizes it yet: it exists in this store alone.
  case notSynchronized
  /// The item is marked to be synchronized and the system takes care of it.
  case synchronized

  /// Whether the item is marked to be synchronized; part of its primary key.
  public var isRequested: Bool { self != .local }
}
