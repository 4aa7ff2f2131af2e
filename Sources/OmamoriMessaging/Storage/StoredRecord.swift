public import OmamoriCore

/// A record of a ``ConversationStore`` with its version.
///
/// A value; safe to share between threads.
public struct StoredRecord: Sendable {
  /// The bytes, secret as a whole.
  public let bytes: SharedSecretBytes
  /// The version, from 1; every commit gives the record a greater one.
  public let version: UInt64

  /// Puts a record together.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - version: The version, from 1.
  public init(bytes: SharedSecretBytes, version: UInt64) {
    self.bytes = bytes
    self.version = version
  }
}
