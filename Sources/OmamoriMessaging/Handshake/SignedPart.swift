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
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``, ``MessagingError/identity(_:)`` with
  ///   ``IdentityFault/invalid``, ``MessagingError/message(_:)`` with ``MessageFault/unsupported``.
  init(verifying bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount, let version = bytes.first else { throw .prekey(.invalid) }
    guard version == Self.version else { throw .message(.unsupported) }
    do throws(KeyFieldReader.Malformed) {
      // because UInt8 has no padding
      let fields = try Fields(unsafe bytes.byteSpan.bytes)
      self.init(fields, identity: try Self.identity(of: fields), encoded: bytes)
    } catch {
      throw .prekey(.invalid)
    }
    let content = Array(bytes.dropLast(SignedStatement.signatureByteCount))
    let signature = Array(bytes.suffix(SignedStatement.signatureByteCount))
    guard CurveKeyRules.isAgreementKey(signedPrekey), generation > 0,
      identity.isValid(signature, for: .keyBundle(content)),
      lastResortKey.map({ suites.encapsulation?.isPublicKey($0) ?? false }) ?? true
    else { throw .prekey(.invalid) }
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

  private init(_ fields: Fields, identity: PeerIdentity, encoded: [UInt8]) {
    self.identity = identity
    suites = fields.suites
    generation = fields.generation
    signedPrekey = fields.signedPrekey
    expiry = fields.expiry
    lastResortKey = fields.lastResortKey
    self.encoded = encoded
  }

  private static func identity(of fields: Fields) throws(KeyFieldReader.Malformed) -> PeerIdentity {
    do throws(MessagingError) {
      return try PeerIdentity(signingKey: fields.signingKey, agreementKey: fields.agreementKey)
    } catch {
      throw KeyFieldReader.Malformed()
    }
  }

  /// The fields as they were read, not verified.
  private struct Fields {
    let suites: SuiteList
    let signingKey: [UInt8]
    let agreementKey: [UInt8]
    let generation: UInt32
    let signedPrekey: [UInt8]
    let expiry: UInt64
    let lastResortKey: [UInt8]?

    init(_ bytes: RawSpan) throws(KeyFieldReader.Malformed) {
      var reader = KeyFieldReader(bytes)
      _ = try reader.number(UInt8.self)
      suites = try SuiteList(from: &reader)
      try reader.require(suites.hasOneEncapsulation)
      signingKey = try reader.take(CurveKeyRules.byteCount)
      agreementKey = try reader.take(CurveKeyRules.byteCount)
      generation = try reader.number()
      signedPrekey = try reader.take(CurveKeyRules.byteCount)
      expiry = try reader.number()
      if let encapsulation = suites.encapsulation {
        lastResortKey = try reader.take(encapsulation.publicKeyByteCount)
      } else {
        lastResortKey = nil
      }
      _ = try reader.take(SignedStatement.signatureByteCount)
      try reader.end()
    }
  }
}
