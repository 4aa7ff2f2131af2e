import OmamoriCore
import OmamoriCrypto

/// Who a peer is: a key that signs and a key that agrees, of one device.
///
/// One comes out of a verified ``KeyBundle`` or out of the first message of a peer; both prove that the owner of the
/// signing key vouches for the other one. Whether the owner is the person that the name says is what ``SafetyNumber``
/// shows. A value; safe to share between threads.
public struct PeerIdentity: Sendable, Hashable {
  /// The size of the encoded form in bytes.
  public static let byteCount = 65

  /// The public key of Ed25519, 32 bytes.
  public let signingKey: [UInt8]
  /// The public key of X25519, 32 bytes.
  public let agreementKey: [UInt8]

  /// Reads what ``encoded`` gave, for example out of a store.
  ///
  /// - Parameter bytes: 65 bytes. They hold no proof that the keys belong together.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/invalid`` for another length or version, and for keys
  ///   that are of low order or not canonical.
  public init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount, bytes[0] == Self.version else { throw .identity(.invalid) }
    try self.init(signingKey: Array(bytes[1..<33]), agreementKey: Array(bytes[33...]))
  }

  /// Checks both keys by themselves.
  init(signingKey: [UInt8], agreementKey: [UInt8]) throws(MessagingError) {
    guard CurveKeyRules.isSigningKey(signingKey), CurveKeyRules.isAgreementKey(agreementKey) else {
      throw .identity(.invalid)
    }
    self.signingKey = signingKey
    self.agreementKey = agreementKey
  }

  /// The encoded form: a version and both keys.
  public var encoded: [UInt8] { [Self.version] + keys }

  /// Both keys one after the other.
  var keys: [UInt8] { signingKey + agreementKey }

  private static let version: UInt8 = 1

  /// Says whether the owner of the signing key signed the statement.
  func isValid(_ signature: [UInt8], for statement: SignedStatement) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: signingKey) else { return false }
    return key.isValidSignature(signature, for: statement.bytes)
  }
}
