import OmamoriCore
import OmamoriCrypto

/// The private halves of the own prekeys.
///
/// A value: a change is kept by storing the new value, and dropped by forgetting it. The private half of a one-time key
/// is gone once the value that used it is the only one left. Safe to share between threads.
struct Prekeys: Sendable, Equatable {
  /// How long a signed prekey and a last-resort key are the newest ones.
  static let rotationInterval: UInt64 = 7 * day
  /// How long they are kept after they were replaced, for messages on their way.
  static let retention: UInt64 = 30 * day
  /// How long after it was made a signed part may be used to start a session.
  static let lifetime: UInt64 = 30 * day
  /// How many one-time keys a server should have.
  static let wantedOneTimeKeys = 100
  /// How many are kept of each kind; the oldest are given up for new ones.
  static let greatestOneTimeKeys = 1000
  /// How many generations are kept.
  static let greatestGenerations = 16
  /// How many there may be for a full one to be replaced before its time.
  ///
  /// The others are for those that are replaced each week, so that a flood of sessions gives up no keys that messages on
  /// their way need.
  static let greatestGenerationsOfFlood = 10

  private static let day: UInt64 = 24 * 60 * 60

  /// The suites that new signed parts offer.
  var suites: SuiteList
  /// The newest generation is the last one; there is always one.
  var generations: [PrekeyGeneration]
  /// The signed part of the newest generation.
  var signedPart: SignedPart
  /// Private halves of X25519, the oldest first.
  var oneTimeKeys: [OneTimeSecret] = []
  /// Seeds of keys for encapsulation, the oldest first.
  var oneTimeEncapsulationKeys: [OneTimeSecret] = []
  /// The number of the next one-time key.
  var nextIdentifier: UInt32 = 1

  /// Makes the first generation.
  ///
  /// - Parameters:
  ///   - identity: Signs the keys.
  ///   - suites: The suites to offer, of which at most one has a key encapsulation mechanism; `nil` for X25519 alone and
  ///     with ML-KEM-1024, where the system has it.
  ///   - now: The time of day.
  ///   - randomness: Where the keys come from.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/noCommonSuite``, ``MessagingError/core(_:)``,
  ///   ``MessagingError/cryptography(_:)``.
  init(
    for identity: MessagingIdentity,
    suites: [HandshakeSuite]? = nil,
    now: Date,
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) {
    let wanted = suites ?? HandshakeSuite.supported.filter { $0 != .x25519MLKEM768 }
    guard let list = SuiteList(wanted), list.hasOneEncapsulation else { throw .prekey(.noCommonSuite) }
    let (generation, signedPart) = try Self.generation(
      1, for: identity, suites: list, now: now.wholeSeconds, randomness: randomness)
    self.suites = list
    self.signedPart = signedPart
    generations = [generation]
  }

  /// Whether the server should be given new keys.
  ///
  /// - Parameters:
  ///   - remaining: How many one-time keys the server has left.
  ///   - now: The time of day.
  /// - Returns: Whether a new publication is due.
  func needsReplenishment(remaining: Int, now: Date) -> Bool {
    remaining < Self.wantedOneTimeKeys / 4 || needsRotation(now: now)
  }

  /// Whether the signed prekey is due to be replaced: it is old, comes from a future that a wrong clock showed, or so
  /// many sessions without a one-time key used it that it takes no more.
  func needsRotation(now: Date) -> Bool {
    guard let newest = generations.last else { return true }
    let now = now.wholeSeconds
    return now >= newest.made + Self.rotationInterval || now + Self.day < newest.made
      || newest.isFull && generations.count < Self.greatestGenerationsOfFlood
  }

  /// Makes what a server is given, and the private halves for it; replaces the signed prekey when that is due.
  ///
  /// Store the value before the publication leaves.
  ///
  /// - Parameters:
  ///   - count: How many one-time keys to make of each kind, 0 to 1000; those for encapsulation where the suites have one.
  ///   - identity: Signs the keys.
  ///   - now: The time of day.
  ///   - randomness: Where the keys come from.
  /// - Returns: The publication.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/exhausted`` when there are no numbers left,
  ///   ``MessagingError/core(_:)``, ``MessagingError/cryptography(_:)``.
  mutating func publication(
    count: Int,
    as identity: MessagingIdentity,
    now: Date,
    randomness: some Randomness = SystemRandomness()
  ) throws(MessagingError) -> PrekeyPublication {
    var next = self
    try next.rotateIfDue(as: identity, now: now, randomness: randomness)
    let count = min(max(count, 0), Self.greatestOneTimeKeys)
    let keys = try next.makeOneTimeKeys(count, randomness: randomness)
    let encapsulationKeys = try next.makeOneTimeEncapsulationKeys(count, as: identity, randomness: randomness)
    next.nextIdentifier += UInt32(count)
    self = next
    return PrekeyPublication(
      signedPart: signedPart, oneTimeKeys: keys, oneTimeEncapsulationKeys: encapsulationKeys)
  }
}

extension Date {
  /// Whole seconds since 1970, within what a calendar shows.
  var wholeSeconds: UInt64 { UInt64(min(max(timeIntervalSince1970, 0), 253_402_300_799)) }
}

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
    do throws(ByteProblem) {
      var reader = ByteReader(bytes.bytes)
      self = try Prekeys(from: &reader)
    } catch {
      throw .storage(.damaged)
    }
  }

  private init(from reader: inout ByteReader<ByteProblem>) throws(ByteProblem) {
    let version = try reader.number(UInt8.self)
    try reader.require(1...Self.version ~= version)
    if version == 1 { try reader.require(try reader.number(UInt8.self) <= 1) }
    nextIdentifier = try reader.number()
    suites = try SuiteList(from: &reader)
    try reader.require(suites.hasOneEncapsulation)
    let signed = try reader.bytes(Int(try reader.number(UInt16.self)))
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
    from reader: inout ByteReader<ByteProblem>
  ) throws(ByteProblem) -> [OneTimeSecret] {
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
    from reader: inout ByteReader<ByteProblem>, namesPeers: Bool
  ) throws(ByteProblem) {
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
    let digest = try reader.bytes(32)
    let count = Int(try reader.number(UInt16.self))
    try reader.require(count <= Self.greatestRememberedCount)
    var remembered: [Remembered] = []
    for _ in 0..<count {
      let size = Remembered.peerByteCount
      let peer = try namesPeers ? reader.bytes(size) : [UInt8](repeating: 0, count: size)
      remembered.append(Remembered(peer: peer, session: try reader.bytes(SessionSecrets.identifierByteCount)))
    }
    self.init(
      number: number, made: made, suites: suites, signedPrekey: signedPrekey, lastResortSeed: seed,
      signedPartDigest: digest, replaced: replaced, remembered: remembered)
  }
}

extension Prekeys {
  /// Replaces the signed prekey and the last-resort key when that is due, and forgets those that are too old.
  mutating func rotateIfDue(
    as identity: MessagingIdentity,
    now: Date,
    randomness: some Randomness
  ) throws(MessagingError) {
    let seconds = now.wholeSeconds
    if needsRotation(now: now), let newest = generations.indices.last {
      let number = generations[newest].number
      guard number < .max else { throw .prekey(.exhausted) }
      let (generation, signed) = try Self.generation(
        number + 1, for: identity, suites: suites, now: seconds, randomness: randomness)
      generations[newest].replaced = seconds
      generations.append(generation)
      signedPart = signed
    }
    generations.removeAll { $0.replaced.map { $0 + Self.retention <= seconds } ?? false }
    generations.removeFirst(max(generations.count - Self.greatestGenerations, 0))
  }

  /// Makes a generation and its signed part.
  static func generation(
    _ number: UInt32,
    for identity: MessagingIdentity,
    suites: SuiteList,
    now: UInt64,
    randomness: some Randomness
  ) throws(MessagingError) -> (PrekeyGeneration, SignedPart) {
    let secret = try SharedSecretBytes.random(CurveKeyRules.byteCount, from: randomness)
    let key = try Curve25519.KeyAgreement.PrivateKey.reading(secret)
    var (seed, lastResortKey): (SharedSecretBytes?, [UInt8]?)
    if let encapsulation = suites.encapsulation {
      let random = try SharedSecretBytes.random(KeyEncapsulation.seedByteCount, from: randomness)
      (seed, lastResortKey) = (random, try encapsulation.publicKey(ofSeed: random))
    }
    let signed = try SignedPart(
      signing: identity,
      suites: suites,
      generation: number,
      signedPrekey: Array(key.publicKey.rawRepresentation),
      expiry: now + lifetime,
      lastResortKey: lastResortKey
    )
    let generation = PrekeyGeneration(
      number: number, made: now, suites: suites, signedPrekey: key.bothHalves, lastResortSeed: seed,
      signedPartDigest: signed.digest)
    return (generation, signed)
  }

  /// Makes one-time keys of X25519, numbered from the next identifier on.
  mutating func makeOneTimeKeys(
    _ count: Int,
    randomness: some Randomness
  ) throws(MessagingError) -> [OneTimeKey] {
    guard UInt32.max - nextIdentifier > UInt32(count) else { throw .prekey(.exhausted) }
    var keys: [OneTimeKey] = []
    for index in 0..<UInt32(count) {
      let secret = try SharedSecretBytes.random(CurveKeyRules.byteCount, from: randomness)
      let key = try Curve25519.KeyAgreement.PrivateKey.reading(secret)
      let identifier = nextIdentifier + index
      oneTimeKeys.append(OneTimeSecret(identifier: identifier, secret: key.bothHalves))
      keys.append(OneTimeKey(identifier: identifier, key: Array(key.publicKey.rawRepresentation)))
    }
    oneTimeKeys.removeFirst(max(oneTimeKeys.count - Self.greatestOneTimeKeys, 0))
    return keys
  }

  /// Makes one-time keys for encapsulation, where the suites have a mechanism, numbered from the next identifier on.
  mutating func makeOneTimeEncapsulationKeys(
    _ count: Int,
    as identity: MessagingIdentity,
    randomness: some Randomness
  ) throws(MessagingError) -> [OneTimeEncapsulationKey] {
    guard let encapsulation = suites.encapsulation else { return [] }
    var keys: [OneTimeEncapsulationKey] = []
    for index in 0..<UInt32(count) {
      let seed = try SharedSecretBytes.random(KeyEncapsulation.seedByteCount, from: randomness)
      let key = try encapsulation.publicKey(ofSeed: seed)
      let identifier = nextIdentifier + index
      oneTimeEncapsulationKeys.append(OneTimeSecret(identifier: identifier, secret: seed))
      keys.append(
        try OneTimeEncapsulationKey(
          signing: identity, encapsulation: encapsulation, identifier: identifier, key: key))
    }
    oneTimeEncapsulationKeys.removeFirst(max(oneTimeEncapsulationKeys.count - Self.greatestOneTimeKeys, 0))
    return keys
  }
}

extension Prekeys {
  /// The private halves that an opening names.
  ///
  /// - Parameter opening: The opening.
  /// - Returns: The private halves; they stay here until ``consume(_:session:)``.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/unknown`` when one is not there any more.
  func keys(for opening: HandshakeOpening) throws(MessagingError) -> PrekeySelection {
    guard let generation = generations.first(where: { $0.number == opening.generation }) else {
      throw .prekey(.unknown)
    }
    var oneTimeKey: SharedSecretBytes?
    if opening.oneTimeKey != 0 { oneTimeKey = try secret(opening.oneTimeKey, in: oneTimeKeys) }
    var seed: SharedSecretBytes?
    if let encapsulated = opening.encapsulated {
      // The mechanism of a generation is that of its suites; a suite that it did not offer has no key in it.
      guard generation.suites.suites.contains(opening.suite) else { throw .prekey(.noCommonSuite) }
      seed =
        if encapsulated.identifier == 0 { generation.lastResortSeed } else {
          try secret(encapsulated.identifier, in: oneTimeEncapsulationKeys)
        }
    }
    return PrekeySelection(
      suites: generation.suites,
      signedPartDigest: generation.signedPartDigest,
      signedPrekey: generation.signedPrekey,
      oneTimeKey: oneTimeKey,
      encapsulationSeed: seed
    )
  }

  /// Removes the one-time keys that an opening used, or remembers the session when it used none.
  ///
  /// - Parameters:
  ///   - opening: The opening.
  ///   - session: The identifier of the session that it started.
  /// - Throws: As `PrekeyGeneration.remember`; nothing is changed then.
  mutating func consume(_ opening: HandshakeOpening, session: [UInt8]) throws(MessagingError) {
    let encapsulationKey = opening.encapsulated?.identifier ?? 0
    if opening.oneTimeKey == 0, encapsulationKey == 0 {
      guard let index = generations.firstIndex(where: { $0.number == opening.generation }) else {
        throw .prekey(.unknown)
      }
      try generations[index].remember(session, of: PeerDigest(opening.initiator.identity))
    }
    oneTimeKeys.removeAll { $0.identifier == opening.oneTimeKey }
    oneTimeEncapsulationKeys.removeAll { $0.identifier == encapsulationKey }
  }

  private func secret(_ identifier: UInt32, in keys: [OneTimeSecret]) throws(MessagingError)
    -> SharedSecretBytes
  {
    guard let key = keys.first(where: { $0.identifier == identifier }) else { throw .prekey(.unknown) }
    return key.secret
  }
}
