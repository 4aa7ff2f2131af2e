import OmamoriCore
import OmamoriCrypto

/// A message of a group as it goes over the wire: nothing of it names the group, the epoch or the sender.
///
///     version 1 ‖ tag 16 ‖ nonce 12 ‖ sealed header 22 ‖ sealed body ‖ signature 64
///
/// The header holds the sender's place and the message's number, sealed with the header key of the epoch; the tag tells
/// members which epoch it is, and changes with it. A value; safe to share between threads.
struct GroupMessage: Sendable, Hashable {
  static let version: UInt8 = 1
  static let tagSize = 16
  private static let headerSize = 6 + GroupCipher.tagSize
  private static let bodyStart = 1 + tagSize + GroupCipher.nonceSize + headerSize
  /// What a message has more than its padded text.
  static let overhead = bodyStart + GroupCipher.tagSize + GroupCipher.signatureSize

  /// What members recognise the epoch by.
  let tag: [UInt8]
  /// The nonce of header and body, which have different keys.
  let nonce: [UInt8]
  let header: [UInt8]
  let body: [UInt8]
  let signature: [UInt8]

  /// What is in the header.
  struct Header: Sendable, Hashable {
    /// The sender's place.
    let sender: UInt16
    /// The message's number.
    let counter: UInt32

    /// The six bytes.
    var bytes: [UInt8] { GroupFieldWriter.bytes(of: sender) + GroupFieldWriter.bytes(of: counter) }
  }

  /// Reads a message.
  ///
  /// - Throws: ``MessagingError/message(_:)``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= GroupLimits.message else { throw .message(.tooLarge) }
    guard let version = bytes.first else { throw .message(.malformed) }
    guard version == Self.version else { throw .message(.unsupported) }
    guard bytes.count > Self.overhead else { throw .message(.malformed) }
    let nonceStart = 1 + Self.tagSize
    let headerStart = nonceStart + GroupCipher.nonceSize
    tag = Array(bytes[1..<nonceStart])
    nonce = Array(bytes[nonceStart..<headerStart])
    header = Array(bytes[headerStart..<Self.bodyStart])
    body = Array(bytes[Self.bodyStart..<(bytes.count - GroupCipher.signatureSize)])
    signature = Array(bytes.suffix(GroupCipher.signatureSize))
  }

  /// Seals and signs a message of an epoch.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  init(
    _ padded: [UInt8],
    _ keys: GroupEpochKeys,
    _ sent: Header,
    key: SymmetricKey,
    nonce: [UInt8],
    sign: ([UInt8]) throws(MessagingError) -> [UInt8]
  ) throws(MessagingError) {
    (tag, self.nonce) = (keys.tag, nonce)
    let prefix = [Self.version] + keys.tag + nonce
    header = try GroupCipher.seal(sent.bytes, keys.headerKey, nonce, prefix + keys.context)
    body = try GroupCipher.seal(padded, key, nonce, keys.context + sent.bytes + prefix + header)
    signature = try sign(keys.context + sent.bytes + prefix + header + body)
  }

  /// The header, opened with the key of the epoch.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged``.
  func opened(_ keys: GroupEpochKeys) throws(MessagingError) -> Header {
    let opened = try GroupCipher.open(header, keys.headerKey, nonce, prefix + keys.context)
    var reader = ByteReader(opened.rawSpan, .message(.malformed))
    return Header(sender: try reader.number(), counter: try reader.number())
  }

  /// Whether the signature belongs to the sender's chain, in this group and epoch.
  func isSigned(by verificationKey: [UInt8], _ keys: GroupEpochKeys, _ sent: Header) -> Bool {
    GroupCipher.verify(
      .messageSignature, keys.context + sent.bytes + prefix + header + body, signature, verificationKey)
  }

  /// The padded text.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/forged``.
  func text(_ key: SymmetricKey, _ keys: GroupEpochKeys, _ sent: Header) throws(MessagingError) -> [UInt8] {
    try GroupCipher.open(body, key, nonce, keys.context + sent.bytes + prefix + header)
  }

  /// The bytes on the wire.
  var encoded: [UInt8] { prefix + header + body + signature }

  private var prefix: [UInt8] { [Self.version] + tag + nonce }
}
