public import OmamoriCore

/// One change of a commit to a ``ConversationStore``.
///
/// A value; safe to share between threads.
public struct RecordChange: Sendable {
  /// The record to change.
  public let name: RecordName
  /// The version that it must have; 0 when there must be none.
  public let expectedVersion: UInt64
  /// The new bytes, or `nil` to remove the record.
  public let bytes: SharedSecretBytes?

  /// Describes a change.
  ///
  /// - Parameters:
  ///   - name: The record to change.
  ///   - expectedVersion: The version that it must have; 0 when there must be none.
  ///   - bytes: The new bytes, or `nil` to remove the record.
  public init(_ name: RecordName, expectedVersion: UInt64, bytes: SharedSecretBytes?) {
    self.name = name
    self.expectedVersion = expectedVersion
    self.bytes = bytes
  }
}
