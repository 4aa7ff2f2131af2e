public import OmamoriCore
import OmamoriCrypto

/// What a session with somebody who is away starts from: public keys that a server keeps and hands out.
///
/// The identity, the suites, the signed prekey and the last-resort key are under one signature, which was verified. A
/// server hands each one-time key out once; a bundle without one still works.
public struct KeyBundle: Sendable, Hashable {
  /// The greatest size of the encoded form in bytes.
  package static let greatestByteCount = 4096

  let signedPart: SignedPart
  let oneTimeKey: OneTimeKey?
  let oneTimeEncapsulationKey: OneTimeEncapsulationKey?

  /// Who the owner of the keys is.
  public var identity: PeerIdentity { signedPart.identity }
  /// The suites that the owner takes, the weakest first.
  public var suites: [HandshakeSuite] { signedPart.suites.suites }
  /// When no session may be started with it any more.
  public var expires: Date { Date(timeIntervalSince1970: Double(signedPart.expiry)) }
  /// Whether it has a one-time key, which makes the first message secret even when the others are stolen later.
  public var hasOneTimeKey: Bool { oneTimeKey != nil }

  /// Verifies what a server handed out.
  ///
  /// - Parameters:
  ///   - signedPart: The signed part of a ``PrekeyPublication``.
  ///   - oneTimeKey: One entry of ``PrekeyPublication/oneTimeKeys``, or `nil` when the server has none left.
  ///   - oneTimeEncapsulationKey: One entry of ``PrekeyPublication/oneTimeEncapsulationKeys``, or `nil`.
  ///   - clock: Says whether the keys have expired.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid`` or ``PrekeyFault/expired``,
  ///   ``MessagingError/message(_:)`` with ``MessageFault/unsupported``.
  public init(
    signedPart: [UInt8],
    oneTimeKey: [UInt8]? = nil,
    oneTimeEncapsulationKey: [UInt8]? = nil,
    clock: some WallClock = SystemWallClock()
  ) throws(MessagingError) {
    let signed = try SignedPart(verifying: signedPart)
    self.signedPart = signed
    self.oneTimeKey = try Self.map(oneTimeKey) { bytes throws(MessagingError) in
      try OneTimeKey(decoding: bytes)
    }
    self.oneTimeEncapsulationKey = try Self.map(oneTimeEncapsulationKey) { bytes throws(MessagingError) in
      let key = try OneTimeEncapsulationKey(verifying: bytes, identity: signed.identity)
      guard key.encapsulation == signed.suites.encapsulation else { throw MessagingError.prekey(.invalid) }
      return key
    }
    try requireFresh(at: clock.date)
  }

  /// Verifies an encoded bundle.
  ///
  /// - Parameters:
  ///   - bytes: What ``encoded`` gave, at most 4,096 bytes.
  ///   - clock: Says whether the keys have expired.
  /// - Throws: As ``init(signedPart:oneTimeKey:oneTimeEncapsulationKey:clock:)``.
  public init(decoding bytes: [UInt8], clock: some WallClock = SystemWallClock()) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount, let version = bytes.first else { throw .prekey(.invalid) }
    guard version == SignedPart.version else { throw .message(.unsupported) }
    let parts: (signed: [UInt8], oneTime: [UInt8], encapsulation: [UInt8])
    do throws(ByteProblem) {
      var reader = ByteReader(bytes.rawSpan)
      _ = try reader.number(UInt8.self)
      let signed = try reader.bytes(Int(try reader.number(UInt16.self)))
      let oneTime = try reader.bytes(Int(try reader.number(UInt16.self)))
      let encapsulation = try reader.bytes(Int(try reader.number(UInt16.self)))
      try reader.end()
      parts = (signed, oneTime, encapsulation)
    } catch {
      throw .prekey(.invalid)
    }
    try self.init(
      signedPart: parts.signed,
      oneTimeKey: parts.oneTime.isEmpty ? nil : parts.oneTime,
      oneTimeEncapsulationKey: parts.encapsulation.isEmpty ? nil : parts.encapsulation,
      clock: clock
    )
  }

  /// The encoded form: a version and three parts, each behind its length; one that is missing is empty.
  public var encoded: [UInt8] {
    let parts = [signedPart.encoded, oneTimeKey?.encoded ?? [], oneTimeEncapsulationKey?.encoded ?? []]
    return parts.reduce(into: [SignedPart.version]) { bytes, part in
      bytes += UInt16(clamping: part.count).bigEndianBytes + part
    }
  }

  /// Refuses a bundle that has expired.
  func requireFresh(at date: Date) throws(MessagingError) {
    guard date < expires else { throw .prekey(.expired) }
  }

  private static func map<Value>(
    _ bytes: [UInt8]?,
    _ transform: ([UInt8]) throws(MessagingError) -> Value
  ) throws(MessagingError) -> Value? {
    guard let bytes else { return nil }
    return try transform(bytes)
  }
}

/// A public key of X25519 that is used for one session.
///
/// It is not signed: a server that puts another one in its place makes the session fail, and gains nothing else.
struct OneTimeKey: Sendable, Hashable {
  static let byteCount = 4 + CurveKeyRules.byteCount

  /// The number, from 1.
  let identifier: UInt32
  /// The public key.
  let key: [UInt8]

  init(identifier: UInt32, key: [UInt8]) {
    self.identifier = identifier
    self.key = key
  }

  /// Reads an entry.
  ///
  /// - Parameter bytes: The number and the key.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count == Self.byteCount else { throw .prekey(.invalid) }
    identifier = bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    key = Array(bytes[4...])
    guard identifier > 0, CurveKeyRules.isAgreementKey(key) else { throw .prekey(.invalid) }
  }

  /// The encoded form.
  var encoded: [UInt8] { identifier.bigEndianBytes + key }
}

/// A public key for encapsulation that is used for one session, signed by its owner.
struct OneTimeEncapsulationKey: Sendable, Hashable {
  /// The mechanism.
  let encapsulation: KeyEncapsulation
  /// The number, from 1.
  let identifier: UInt32
  /// The public key.
  let key: [UInt8]
  private let signature: [UInt8]

  /// Verifies an entry.
  ///
  /// - Parameters:
  ///   - bytes: The encoded form.
  ///   - identity: Who must have signed it.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid``.
  init(verifying bytes: [UInt8], identity: PeerIdentity) throws(MessagingError) {
    guard let encapsulation = bytes.first.flatMap(KeyEncapsulation.init(rawValue:)),
      bytes.count == 5 + encapsulation.publicKeyByteCount + SignedStatement.signatureByteCount
    else { throw .prekey(.invalid) }
    self.encapsulation = encapsulation
    identifier = bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) }
    key = Array(bytes[5...].dropLast(SignedStatement.signatureByteCount))
    signature = Array(bytes.suffix(SignedStatement.signatureByteCount))
    guard identifier > 0, encapsulation.isPublicKey(key),
      identity.isValid(signature, for: .oneTimeKey(content))
    else { throw .prekey(.invalid) }
  }

  /// Signs a key.
  init(
    signing identity: MessagingIdentity,
    encapsulation: KeyEncapsulation,
    identifier: UInt32,
    key: [UInt8]
  ) throws(MessagingError) {
    self.encapsulation = encapsulation
    self.identifier = identifier
    self.key = key
    let content = Self.content(encapsulation, identifier, key)
    signature = try identity.signature(for: .oneTimeKey(content))
  }

  /// The encoded form.
  var encoded: [UInt8] { content + signature }

  private var content: [UInt8] { Self.content(encapsulation, identifier, key) }

  private static func content(_ encapsulation: KeyEncapsulation, _ identifier: UInt32, _ key: [UInt8])
    -> [UInt8]
  {
    [encapsulation.rawValue] + identifier.bigEndianBytes + key
  }
}

/// The part of a key bundle that one signature covers: who the owner is, the suites, the signed prekey and the
/// last-resort key.
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

/// The suites that one side takes: at least one, each once, the weakest first.
struct SuiteList: Sendable, Hashable {
  /// The suites, the weakest first.
  let suites: [HandshakeSuite]

  /// Makes a list of some suites, or `nil` of none.
  init?(_ suites: some Sequence<HandshakeSuite>) {
    self.suites = Set(suites).sorted()
    guard !self.suites.isEmpty else { return nil }
  }

  /// Reads a list: the number of suites and one byte for each, ascending.
  init(from reader: inout ByteReader<ByteProblem>) throws(ByteProblem) {
    let count = Int(try reader.number(UInt8.self))
    try reader.require(1...HandshakeSuite.allCases.count ~= count)
    var suites: [HandshakeSuite] = []
    for byte in try reader.bytes(count) {
      guard let suite = HandshakeSuite(rawValue: byte), suites.last.map({ $0 < suite }) ?? true else {
        throw .unexpected
      }
      suites.append(suite)
    }
    self.suites = suites
  }

  /// The encoded form.
  var encoded: [UInt8] { [UInt8(suites.count)] + suites.map(\.rawValue) }

  /// The mechanism of the suites that have one, or `nil` when none has; a list may name only one.
  var encapsulation: KeyEncapsulation? { suites.lazy.compactMap(\.encapsulation).first }

  /// Whether all suites can be served with one key for encapsulation.
  var hasOneEncapsulation: Bool { suites.count { $0.encapsulation != nil } <= 1 }

  /// The strongest suite that both lists name.
  func strongest(with other: SuiteList) -> HandshakeSuite? { suites.last { other.suites.contains($0) } }
}
