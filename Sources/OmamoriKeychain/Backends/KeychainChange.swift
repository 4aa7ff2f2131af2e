/// That an item was changed.
///
/// A value; safe to share between threads.
public struct KeychainChange: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The item was added or changed.
    case stored
    /// The item was removed.
    case removed
    /// Changes may have been missed; what is known of the store should be read again.
    case unknown
  }

  /// What happened.
  public let kind: Kind
  /// The item; `nil` when ``kind-swift.property`` is ``Kind/unknown``.
  public let reference: PersistentReference?

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - reference: The item.
  public init(_ kind: Kind, _ reference: PersistentReference?) {
    (self.kind, self.reference) = (kind, reference)
  }
}
