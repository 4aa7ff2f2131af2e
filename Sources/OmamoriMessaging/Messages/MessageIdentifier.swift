import OmamoriCore

/// Names a message, for both sides alike; it travels inside the encryption.
///
/// A value; safe to share between threads.
public struct MessageIdentifier: Sendable, Hashable {
  /// The number of bytes.
  public static let byteCount = 16

  /// The bytes, 16 of them.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier, for example out of a history.
  ///
  /// - Parameter bytes: 16 bytes.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed`` for another number of bytes.
  public init(_ bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .message(.malformed) }
    self.bytes = bytes
  }

  /// Makes a new identifier.
  init(randomness: some Randomness) throws(MessagingError) {
    do throws(CoreError) {
      bytes = try randomness.bytes(count: Self.byteCount)
    } catch {
      throw .core(error)
    }
  }
}
