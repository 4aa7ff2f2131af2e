import OmamoriCore
import OmamoriCrypto

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
