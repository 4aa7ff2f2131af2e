/// How much is taken from a server.
///
/// A value; safe to share between threads.
public struct ResponseLimits: Sendable, Hashable {
  /// The greatest body that is kept in memory, in bytes, compressed and decompressed; streamed bodies have no limit.
  public var bodyBytes = 16 * 1024 * 1024
  /// The greatest size of all header fields, in bytes.
  public var headerBytes = 64 * 1024

  /// The limits that a policy has unless it says otherwise.
  public init() {}
}
