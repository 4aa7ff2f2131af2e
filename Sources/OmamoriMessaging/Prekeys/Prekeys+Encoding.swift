import OmamoriCore
import OmamoriCrypto

extension Prekeys {
  /// Version 1 began with a flag, and did not say who began the sessions that it remembered.
  private static let version: UInt8 = 2
  /// More than the longest encoded form.
  static let greatestByteCount = 1 << 20

  /// The encoded form, secret as a whole.
  var encoded: SharedSecretBytes {
    var writer = SecretFieldWriter()
    writer.byte(Self.version)
    writer.number(nextIdentifier)
    writer.plain(suites.encoded)
    writer.number(UInt16(clamping: signedPart.encoded.count))
    writer.plain(signedPart.encoded)
    writer.number(UInt16(clamping: generations.count))
    for generation in generations { generation.write(to: &writer) }
    for keys in [oneTimeKeys, oneTimeEncapsulationKeys] {
      writer.number(UInt16(clamping: keys.count))
      for key in keys {
        writer.number(key.identifier)
        writer.secret(key.secret)
      }
    }
    return writer.finish()
  }

  /// Reads what ``encoded`` gave.
  ///
  /// - Parameter bytes: The encoded form.
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(decoding bytes: SharedSecretBytes) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount else { throw .storage(.damaged) }
    self = try bytes.withBytes { bytes throws(MessagingError) in
      var reader = KeyFieldReader(bytes)
      do throws(KeyFieldReader.Malformed) {
        return try Prekeys(from: &reader)
      } catch {
        throw .storage(.damaged)
      }
    }
  }

  private init(from reader: inout KeyFieldReader) throws(KeyFieldReader.Malformed) {
    let version = try reader.number(UInt8.self)
    try reader.require(1...Self.version ~= version)
    if version == 1 { try reader.require(try reader.number(UInt8.self) <= 1) }
    nextIdentifier = try reader.number()
    suites = try SuiteList(from: &reader)
    try reader.require(suites.hasOneEncapsulation)
    let signed = try reader.take(Int(try reader.number(UInt16.self)))
    signedPart = try SignedPart(reading: signed)
    let count = Int(try reader.number(UInt16.self))
    try reader.require(1...Self.greatestGenerations ~= count)
    generations = []
    for _ in 0..<count {
      let generation = try PrekeyGeneration(from: &reader, namesPeers: version > 1)
      try reader.require(generations.last.map { $0.number < generation.number } ?? true)
      generations.append(generation)
    }
    try reader.require(
      generations.last?.number == signedPart.generation
        && generations.last?.signedPartDigest == signedPart.digest
        && generations.last?.suites == signedPart.suites)
    oneTimeKeys = try Self.secrets(
      Curve25519.KeyAgreement.PrivateKey.bothHalvesByteCount, below: nextIdentifier, from: &reader)
    oneTimeEncapsulationKeys = try Self.secrets(
      KeyEncapsulation.seedByteCount, below: nextIdentifier, from: &reader)
    try reader.end()
  }

  private static func secrets(
    _ size: Int,
    below limit: UInt32,
    from reader: inout KeyFieldReader
  ) throws(KeyFieldReader.Malformed) -> [OneTimeSecret] {
    let count = Int(try reader.number(UInt16.self))
    try reader.require(count <= greatestOneTimeKeys)
    var keys: [OneTimeSecret] = []
    for _ in 0..<count {
      let identifier = try reader.number(UInt32.self)
      try reader.require(identifier > keys.last?.identifier ?? 0 && identifier < limit)
      keys.append(OneTimeSecret(identifier: identifier, secret: try reader.secret(size)))
    }
    return keys
  }
}

extension PrekeyGeneration {
  fileprivate func write(to writer: inout SecretFieldWriter) {
    writer.number(number)
    writer.number(made)
    writer.byte(replaced == nil ? 0 : 1)
    if let replaced { writer.number(replaced) }
    writer.plain(suites.encoded)
    writer.secret(signedPrekey)
    if let lastResortSeed { writer.secret(lastResortSeed) }
    writer.plain(signedPartDigest)
    writer.number(UInt16(clamping: remembered.count))
    for entry in remembered { writer.plain(entry.peer + entry.session) }
  }

  fileprivate init(
    from reader: inout KeyFieldReader, namesPeers: Bool
  ) throws(KeyFieldReader.Malformed) {
    let number = try reader.number(UInt32.self)
    let made = try reader.number(UInt64.self)
    let flag = try reader.number(UInt8.self)
    try reader.require(flag <= 1 && number > 0 && made <= Date.distantFuture.wholeSeconds)
    let replaced = flag == 1 ? try reader.number(UInt64.self) : nil
    try reader.require(replaced ?? 0 <= Date.distantFuture.wholeSeconds)
    let suites = try SuiteList(from: &reader)
    try reader.require(suites.hasOneEncapsulation)
    let signedPrekey = try reader.secret(Curve25519.KeyAgreement.PrivateKey.bothHalvesByteCount)
    let seed = suites.encapsulation == nil ? nil : try reader.secret(KeyEncapsulation.seedByteCount)
    let digest = try reader.take(32)
    let count = Int(try reader.number(UInt16.self))
    try reader.require(count <= Self.greatestRememberedCount)
    var remembered: [Remembered] = []
    for _ in 0..<count {
      let size = Remembered.peerByteCount
      let peer = try namesPeers ? reader.take(size) : [UInt8](repeating: 0, count: size)
      remembered.append(Remembered(peer: peer, session: try reader.take(SessionSecrets.identifierByteCount)))
    }
    self.init(
      number: number, made: made, suites: suites, signedPrekey: signedPrekey, lastResortSeed: seed,
      signedPartDigest: digest, replaced: replaced, remembered: remembered)
  }
}
