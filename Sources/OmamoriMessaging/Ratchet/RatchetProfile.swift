import OmamoriCore

/// The cryptography of a Double Ratchet: how keys follow from each other, and how a message looks.
///
/// ``RatchetCore`` is the same for all profiles. A profile without header encryption ignores header keys.
protocol RatchetProfile: Sendable {
  /// Tells the encoded states of profiles apart.
  static var code: UInt8 { get }

  /// Steps the root chain with what two ratchet keys agree on.
  static func step(root: SharedSecretBytes, agreed: borrowing SecretBytes) -> RootStep

  /// Steps a chain.
  static func step(chain: SharedSecretBytes) -> ChainStep

  /// Seals a message.
  ///
  /// - Parameters:
  ///   - plaintext: The message.
  ///   - header: Its header.
  ///   - messageKey: The key of this message alone.
  ///   - headerKey: The key of all headers of the chain.
  ///   - context: What it is bound to.
  ///   - randomness: Where nonces come from.
  /// - Returns: The whole message.
  /// - Throws: ``MessagingError``.
  static func seal(
    _ plaintext: [UInt8],
    _ header: RatchetHeader,
    messageKey: SharedSecretBytes,
    headerKey: SharedSecretBytes,
    in context: RatchetContext,
    randomness: some Randomness
  ) throws(MessagingError) -> [UInt8]

  /// The header of a message, or `nil` when the key does not open it.
  static func header(of message: [UInt8], headerKey: SharedSecretBytes, binding: [UInt8]) -> RatchetHeader?

  /// Opens a message whose header was opened.
  ///
  /// - Parameters:
  ///   - message: The whole message.
  ///   - messageKey: The key of this message alone.
  ///   - context: What it is bound to.
  /// - Returns: The plaintext.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged``.
  static func open(
    _ message: [UInt8],
    messageKey: SharedSecretBytes,
    in context: RatchetContext
  ) throws(MessagingError) -> [UInt8]
}

/// What every message of a ratchet is bound to beside its header.
struct RatchetContext: Sendable {
  /// The length of what stands for the session in bytes.
  static let bindingByteCount = 32

  /// Stands for both identities, both addresses and the session, 32 bytes.
  let binding: [UInt8]
  /// What the caller authenticates with this message.
  let data: [UInt8]
}

/// What a receiver must know of a message before its key: which chain it belongs to, and its place there.
struct RatchetHeader: Sendable, Equatable {
  /// The length of an encoded header in bytes.
  static let byteCount = 40

  /// The sender's ratchet public key, 32 bytes.
  let ratchetKey: [UInt8]
  /// The number of messages in the sender's chain before this one.
  let previousCount: UInt32
  /// The number of the message in its chain, from 0.
  let number: UInt32

  /// The header in its fixed layout: the key, the previous count and the number, both big-endian.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(contentsOf: ratchetKey)
    bytes.append(bigEndian: previousCount)
    bytes.append(bigEndian: number)
    return bytes
  }

  /// Puts a header together.
  init(ratchetKey: [UInt8], previousCount: UInt32, number: UInt32) {
    self.ratchetKey = ratchetKey
    self.previousCount = previousCount
    self.number = number
  }

  /// Reads a header, or gives `nil` when it does not have 40 bytes.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    ratchetKey = Array(bytes[..<32])
    previousCount = bytes[32..<36].reduce(0) { $0 << 8 | UInt32($1) }
    number = bytes[36..<40].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
