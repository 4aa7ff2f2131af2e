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
