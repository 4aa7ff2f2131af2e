import OmamoriCore

/// What the initiator of a session sends with each message until the peer has answered.
///
/// The identity in it was verified. Whether the rest is true shows only when the first message of the session opens.
struct HandshakeOpening: Sendable, Hashable {
  static let version: UInt8 = 1
  /// More than the longest one.
  static let greatestByteCount = 2048

  /// A use of a key encapsulation mechanism.
  struct Encapsulated: Sendable, Hashable {
    /// The number of the one-time key, or 0 for the last-resort key.
    let identifier: UInt32
    /// The encapsulated secret.
    let bytes: [UInt8]
  }

  /// The suite that was chosen.
  let suite: HandshakeSuite
  /// The suites that the initiator takes.
  let suites: SuiteList
  /// Who the initiator is.
  let initiator: PresentedIdentity
  /// The initiator's public key for this session alone.
  let ephemeralKey: [UInt8]
  /// The number of the signed prekey.
  let generation: UInt32
  /// The number of the one-time key of X25519, or 0.
  let oneTimeKey: UInt32
  /// What the suite encapsulated, or `nil` where it has no such mechanism.
  let encapsulated: Encapsulated?

  init(
    suite: HandshakeSuite,
    suites: SuiteList,
    initiator: PresentedIdentity,
    ephemeralKey: [UInt8],
    generation: UInt32,
    oneTimeKey: UInt32,
    encapsulated: Encapsulated?
  ) {
    self.suite = suite
    self.suites = suites
    self.initiator = initiator
    self.ephemeralKey = ephemeralKey
    self.generation = generation
    self.oneTimeKey = oneTimeKey
    self.encapsulated = encapsulated
  }

  /// Verifies an opening.
  ///
  /// - Parameters:
  ///   - bytes: What ``encoded`` gave.
  ///   - known: The identity that the peer is known to have; the same one is not verified again.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed``, ``MessageFault/unsupported`` or
  ///   ``MessageFault/tooLarge``, ``MessagingError/identity(_:)`` with ``IdentityFault/invalid``.
  init(decoding bytes: [UInt8], known: PeerIdentity? = nil) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount else { throw .message(.tooLarge) }
    guard let version = bytes.first else { throw .message(.malformed) }
    guard version == Self.version else { throw .message(.unsupported) }
    let presented: [UInt8]
    do throws(ByteProblem) {
      var reader = ByteReader(bytes.rawSpan)
      _ = try reader.number(UInt8.self)
      guard let suite = HandshakeSuite(rawValue: try reader.number(UInt8.self)) else {
        throw .unexpected
      }
      self.suite = suite
      suites = try SuiteList(from: &reader)
      presented = try reader.bytes(PresentedIdentity.byteCount)
      ephemeralKey = try reader.bytes(CurveKeyRules.byteCount)
      generation = try reader.number()
      oneTimeKey = try reader.number()
      if let encapsulation = suite.encapsulation {
        let identifier = try reader.number(UInt32.self)
        let encapsulated = try reader.bytes(encapsulation.encapsulatedByteCount)
        self.encapsulated = Encapsulated(identifier: identifier, bytes: encapsulated)
      } else {
        encapsulated = nil
      }
      try reader.end()
      try reader.require(suites.suites.contains(suite) && CurveKeyRules.isAgreementKey(ephemeralKey))
    } catch {
      throw .message(.malformed)
    }
    initiator = try PresentedIdentity(verifying: presented, known: known)
  }

  /// The encoded form.
  var encoded: [UInt8] {
    var bytes = [Self.version, suite.rawValue] + suites.encoded + initiator.encoded + ephemeralKey
    bytes += generation.bigEndianBytes + oneTimeKey.bigEndianBytes
    if let encapsulated { bytes += encapsulated.identifier.bigEndianBytes + encapsulated.bytes }
    return bytes
  }
}
