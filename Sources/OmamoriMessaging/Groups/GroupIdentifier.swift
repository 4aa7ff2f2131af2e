/// Which group: the digest of the statement that created it, so that nobody can create another group of that name.
///
/// It appears in no message on the wire. A value; safe to share between threads.
public struct GroupIdentifier: Sendable, Hashable {
  /// The size in bytes.
  public static let byteCount = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier.
  ///
  /// - Parameter bytes: The 32 bytes.
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/invalid`` for another size.
  public init(bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .group(.invalid) }
    self.bytes = bytes
  }
}
