/// What a restored export brought back.
///
/// A value; safe to share between threads.
public struct RestoredAccount: Sendable, Hashable {
  /// How many peers are known again.
  public let peerCount: Int
  /// How many records of the application came back.
  public let applicationRecordCount: Int
}
