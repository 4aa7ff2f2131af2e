/// A one-time key for a server to hand out once.
///
/// A value; safe to share between threads.
public struct PrekeyEntry: Sendable, Hashable {
  /// The number of the key, from 1; never used for another one of the same kind.
  public let identifier: UInt32
  /// What the server hands out, to be given to ``KeyBundle``.
  public let bytes: [UInt8]

  init(identifier: UInt32, bytes: [UInt8]) {
    self.identifier = identifier
    self.bytes = bytes
  }
}
