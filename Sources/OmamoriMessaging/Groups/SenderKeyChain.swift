import OmamoriCore
import OmamoriCrypto

/// The own sending chain of one epoch: a key that moves on with each message, and the key that signs them.
///
/// A value; safe to share between threads.
struct SenderKeyChain: Sendable {
  /// The key that the next message's key and the chain key after it come from.
  private(set) var chainKey: SymmetricKey
  /// The number of the next message.
  private(set) var counter: UInt32
  private let signingSecret: SharedSecretBytes
  /// What the messages are verified with, 32 bytes.
  let verificationKey: [UInt8]

  /// Begins a chain with random keys.
  ///
  /// - Throws: ``MessagingError/core(_:)`` without randomness.
  init(randomness: some Randomness) throws(MessagingError) {
    chainKey = try GroupCipher.randomKey(randomness)
    counter = 0
    do throws(CoreError) {
      signingSecret = SharedSecretBytes(try SecretBytes(randomCount: GroupCipher.keySize, from: randomness))
    } catch { throw .core(error) }
    verificationKey = Array(try Self.signingKey(signingSecret).publicKey.rawRepresentation)
  }

  /// The key of the next message; the chain moves on, so that the key is used once.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/tooFarAhead`` at the end of the chain.
  mutating func advance() throws(MessagingError) -> (counter: UInt32, key: SymmetricKey) {
    guard counter < UInt32.max else { throw .message(.tooFarAhead) }
    let step = (counter, GroupCipher.derive(chainKey, .message))
    chainKey = GroupCipher.derive(chainKey, .chain)
    counter += 1
    return step
  }

  /// Signs a message.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func sign(_ bytes: [UInt8]) throws(MessagingError) -> [UInt8] {
    try GroupCipher.sign(.messageSignature, bytes, try Self.signingKey(signingSecret))
  }

  /// Writes the chain among the fields of a stored group.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(chainKey)
    writer.write(counter)
    writer.write(signingSecret)
  }

  /// Reads a chain of a stored group.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    chainKey = try reader.key()
    counter = try reader.number()
    signingSecret = try reader.secret(GroupCipher.keySize)
    verificationKey = Array(try Self.signingKey(signingSecret).publicKey.rawRepresentation)
  }

  private static func signingKey(
    _ secret: SharedSecretBytes
  ) throws(MessagingError) -> Curve25519.Signing.PrivateKey {
    do {
      return try secret.withBytes { span in
        // because the key copies the bytes
        try unsafe span.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
      }
    } catch { throw .storage(.damaged) }
  }
}
