public import OmamoriCore

/// What a session with somebody who is away starts from: public keys that a server keeps and hands out.
///
/// The identity, the suites, the signed prekey and the last-resort key are under one signature, which was verified. A
/// server hands each one-time key out once; a bundle without one still works. A value; safe to share between threads.
public struct KeyBundle: Sendable, Hashable {
  /// The greatest size of the encoded form in bytes.
  public static let greatestByteCount = 4096

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
  ///   - bytes: What ``encoded`` gave, at most ``greatestByteCount`` bytes.
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
