import OmamoriCore
import OmamoriCrypto

/// The own identity of a device: the private halves of a key that signs and of one that agrees.
///
/// The first vouches for the second. Immutable; safe to share between threads.
struct MessagingIdentity: Sendable {
  private static let version: UInt8 = 1
  private static let byteCount = 1 + 2 * CurveKeyRules.byteCount

  private let secrets: SharedSecretBytes
  private let signingKey: Curve25519.Signing.PrivateKey
  /// The private key of X25519.
  let agreementKey: Curve25519.KeyAgreement.PrivateKey
  /// The public half with the proof that both keys belong together.
  let presented: PresentedIdentity

  /// The public half, as peers know it.
  var peer: PeerIdentity { presented.identity }

  /// Makes a new identity.
  ///
  /// - Parameter randomness: Where the keys come from.
  /// - Throws: ``MessagingError/core(_:)``, ``MessagingError/cryptography(_:)``.
  init(randomness: some Randomness = SystemRandomness()) throws(MessagingError) {
    var writer = SecretFieldWriter()
    writer.byte(Self.version)
    writer.secret(try .random(CurveKeyRules.byteCount, from: randomness))
    writer.secret(try .random(CurveKeyRules.byteCount, from: randomness))
    try self.init(decoding: writer.finish())
  }

  /// Reads what ``encoded`` gave.
  ///
  /// - Parameter bytes: A version and both private keys.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/invalid``, ``MessagingError/cryptography(_:)``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    secrets = bytes
    (signingKey, agreementKey) = try bytes.withBytes { bytes throws(MessagingError) in
      guard bytes.byteCount == Self.byteCount,
        // because the size was compared before
        unsafe bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self) == Self.version
      else { throw .identity(.invalid) }
      return (
        try .reading(bytes.extracting(1..<33)),
        try .reading(bytes.extracting(33..<65))
      )
    }
    let agreement = Array(agreementKey.publicKey.rawRepresentation)
    let identity = try PeerIdentity(
      signingKey: Array(signingKey.publicKey.rawRepresentation), agreementKey: agreement)
    let signature = try Self.sign(.identity(agreementKey: agreement), with: signingKey)
    presented = PresentedIdentity(identity, signature: signature)
  }

  /// The encoded form: a version and both private keys.
  var encoded: SharedSecretBytes { secrets }

  /// Signs a statement.
  ///
  /// - Parameter statement: The statement.
  /// - Returns: The signature, 64 bytes.
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func signature(for statement: SignedStatement) throws(MessagingError) -> [UInt8] {
    try Self.sign(statement, with: signingKey)
  }

  private static func sign(
    _ statement: SignedStatement,
    with key: Curve25519.Signing.PrivateKey
  ) throws(MessagingError) -> [UInt8] {
    do {
      return Array(try key.signature(for: statement.bytes))
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }
}
