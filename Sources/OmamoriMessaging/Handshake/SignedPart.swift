import OmamoriCore
import OmamoriCrypto

/// The part of a key bundle that one signature covers: who the owner is, the suites, the signed prekey and the
/// last-resort key.
///
/// A value; safe to share between threads.
struct SignedPart: Sendable, Hashable {
  static let version: UInt8 = 1
  /// More than the longest one.
  static let greatestByteCount = 2048

  /// Who signed it.
  let identity: PeerIdentity
  /// The suites that the owner takes.
  let suites: SuiteList
  /// The number of the signed prekey and the last-resort key, from 1.
  let generation: UInt32
  /// The public key of X25519, 32 bytes.
  let signedPrekey: [UInt8]
  /// When no session may be started with it any more, in seconds since 1970.
  let expiry: UInt64
  /// The last-resort public key of the mechanism that the suites name.
  let lastResortKey: [UInt8]?
  /// The encoded form with the signature.
  let encoded: [UInt8]

  /// Verifies a signed part.
  ///
  /// - Parameter bytes: The encoded form.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``, ``MessagingError/message(_:)`` with
  ///   ``MessageFault/unsupported``.
  init(verifying bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount, let version = bytes.first else { throw .prekey(.invalid) }
    guard version == Self.version else { throw .message(.unsupported) }
    do throws(ByteProblem) {
      try self.init(reading: bytes)
    } catch {
      throw .prekey(.invalid)
    }
    let content = Array(bytes.dropLast(SignedStatement.signatureByteCount))
    let signature = Array(bytes.suffix(SignedStatement.signatureByteCount))
    guard identity.isValid(signature, for: .keyBundle(content)),
      lastResortKey.map({ suites.encapsulation?.isPublicKey($0) ?? false }) ?? true
    else { throw .prekey(.invalid) }
  }

  /// Reads a signed part of our own, whose signature is not looked at.
  init(reading bytes: [UInt8]) throws(ByteProblem) {
    var reader = ByteReader(bytes.rawSpan)
    try reader.require(try reader.number(UInt8.self) == Self.version)
    suites = try SuiteList(from: &reader)
    try reader.require(suites.hasOneEncapsulation)
    let signingKey = try reader.bytes(CurveKeyRules.byteCount)
    let agreementKey = try reader.bytes(CurveKeyRules.byteCount)
    generation = try reader.number()
    signedPrekey = try reader.bytes(CurveKeyRules.byteCount)
    expiry = try reader.number()
    lastResortKey =
      if let encapsulation = suites.encapsulation { try reader.bytes(encapsulation.publicKeyByteCount) } else
      {
        nil
      }
    _ = try reader.bytes(SignedStatement.signatureByteCount)
    try reader.end()
    try reader.require(generation > 0 && CurveKeyRules.isAgreementKey(signedPrekey))
    do throws(MessagingError) {
      identity = try PeerIdentity(signingKey: signingKey, agreementKey: agreementKey)
    } catch {
      throw .unexpected
    }
    encoded = bytes
  }

  /// Signs the public halves of a generation of prekeys.
  init(
    signing identity: MessagingIdentity,
    suites: SuiteList,
    generation: UInt32,
    signedPrekey: [UInt8],
    expiry: UInt64,
    lastResortKey: [UInt8]?
  ) throws(MessagingError) {
    self.identity = identity.peer
    self.suites = suites
    self.generation = generation
    self.signedPrekey = signedPrekey
    self.expiry = expiry
    self.lastResortKey = lastResortKey
    let content =
      [Self.version] + suites.encoded + identity.peer.keys + generation.bigEndianBytes + signedPrekey
      + expiry.bigEndianBytes + (lastResortKey ?? [])
    encoded = content + (try identity.signature(for: .keyBundle(content)))
  }

  /// SHA-256 of the encoded form.
  var digest: [UInt8] { Array(SHA256.hash(data: encoded)) }
}
