import OmamoriCore
import OmamoriCrypto

/// Who a peer is: a key that signs and a key that agrees, of one device.
///
/// One comes out of a verified ``KeyBundle`` or out of the first message of a peer; both prove that the owner of the
/// signing key vouches for the other one. Whether the owner is the person that the name says is what ``SafetyNumber``
/// shows.
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

/// An identity with the proof that its keys belong together, as it travels to somebody who does not know it yet.
struct PresentedIdentity: Sendable, Hashable {
  /// The size of the encoded form in bytes: two keys and a signature.
  static let byteCount = 128

  /// Both keys.
  let identity: PeerIdentity
  /// The signature of the signing key over the agreement key.
  let signature: [UInt8]

  /// Verifies an identity.
  ///
  /// - Parameters:
  ///   - bytes: 128 bytes: signing key, agreement key, signature.
  ///   - known: An identity that was verified before; the same keys are not verified again.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/invalid``.
  init(verifying bytes: [UInt8], known: PeerIdentity? = nil) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .identity(.invalid) }
    identity = try PeerIdentity(signingKey: Array(bytes[..<32]), agreementKey: Array(bytes[32..<64]))
    signature = Array(bytes[64...])
    guard
      identity == known || identity.isValid(signature, for: .identity(agreementKey: identity.agreementKey))
    else { throw .identity(.invalid) }
  }

  /// Presents an own identity.
  init(_ identity: PeerIdentity, signature: [UInt8]) {
    self.identity = identity
    self.signature = signature
  }

  /// The encoded form.
  var encoded: [UInt8] { identity.keys + signature }
}

/// What a signing key signs; each kind begins with a label of its own, so that no signature serves for another.
enum SignedStatement {
  /// That an agreement key belongs to the signing key.
  case identity(agreementKey: [UInt8])
  /// The signed part of a key bundle, without its signature.
  case keyBundle([UInt8])
  /// A one-time key of a key encapsulation mechanism, without its signature.
  case oneTimeKey([UInt8])

  /// The size of a signature in bytes.
  static let signatureByteCount = 64

  /// The bytes to sign: the label, a zero byte and the content.
  var bytes: [UInt8] {
    switch self {
    case .identity(let key): Array("Omamori Messaging v1 identity".utf8) + [0] + key
    case .keyBundle(let content): Array("Omamori Messaging v1 key bundle".utf8) + [0] + content
    case .oneTimeKey(let content): Array("Omamori Messaging v1 one-time key".utf8) + [0] + content
    }
  }
}
