/// The name of a record of a ``ConversationStore``.
///
/// A value; safe to share between threads.
public struct RecordName: Sendable, Hashable {
  /// What the record holds.
  public let kind: RecordKind
  /// Which of that kind: an address or the identifier of a group, 1 to 255 bytes; empty where there is only one.
  public let key: [UInt8]

  /// Names a record.
  ///
  /// - Parameters:
  ///   - kind: What the record holds.
  ///   - key: Which of that kind, 0 to 255 bytes.
  public init(_ kind: RecordKind, key: [UInt8] = []) {
    self.kind = kind
    self.key = key
  }
}
