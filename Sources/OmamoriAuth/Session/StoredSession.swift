public import OmamoriCore

/// A session as a store keeps it: a number and bytes that only the session understands.
///
/// Prints the number only. A value; safe to share between threads.
public struct StoredSession: Sendable, Equatable {
  /// Rises by one with every change.
  public let generation: UInt64
  /// The session with its tokens; secret.
  public let content: SharedSecretBytes

  /// Makes a stored session.
  ///
  /// - Parameters:
  ///   - generation: The number of the change.
  ///   - content: The session with its tokens.
  public init(generation: UInt64, content: SharedSecretBytes) {
    (self.generation, self.content) = (generation, content)
  }
}
