import OmamoriCore
import OmamoriCrypto

/// The own sending chain of one epoch: a key that moves on with each message, and the key that signs them.
struct SenderKeyChain: Sendable {
  /// The key that the next message's key and the chain key after it come from.
  private(set) var chainKey: SymmetricKey
  /// The number of the next message.
  private(set) var counter: UInt32
  private let signingSecret: SharedSecretBytes
  /// What the messages are verified with, 32 bytes.
  let verificationKey: [UInt8]

  /// Begins a chain with random keys.
  ///
  /// - Throws: ``MessagingError/core(_:)`` without randomness.
  init(randomness: some Randomness) throws(MessagingError) {
    chainKey = try GroupCipher.randomKey(randomness)
    counter = 0
    do throws(CoreError) {
      signingSecret = SharedSecretBytes(try SecretBytes(randomCount: GroupCipher.keySize, from: randomness))
    } catch { throw .core(error) }
    verificationKey = Array(try Self.signingKey(signingSecret).publicKey.rawRepresentation)
  }

  /// The key of the next message; the chain moves on, so that the key is used once.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/tooFarAhead`` at the end of the chain.
  mutating func advance() throws(MessagingError) -> (counter: UInt32, key: SymmetricKey) {
    guard counter < UInt32.max else { throw .message(.tooFarAhead) }
    let step = (counter, GroupCipher.derive(chainKey, .message))
    chainKey = GroupCipher.derive(chainKey, .chain)
    counter += 1
    return step
  }

  /// Signs a message.
  ///
  /// - Throws: ``MessagingError/cryptography(_:)``.
  func sign(_ bytes: [UInt8]) throws(MessagingError) -> [UInt8] {
    try GroupCipher.sign(.messageSignature, bytes, try Self.signingKey(signingSecret))
  }

  /// Writes the chain among the fields of a stored group.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(chainKey)
    writer.write(counter)
    writer.write(signingSecret)
  }

  /// Reads a chain of a stored group.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    chainKey = try reader.key()
    counter = try reader.number()
    signingSecret = try reader.secret(GroupCipher.keySize)
    verificationKey = Array(try Self.signingKey(signingSecret).publicKey.rawRepresentation)
  }

  private static func signingKey(
    _ secret: SharedSecretBytes
  ) throws(MessagingError) -> Curve25519.Signing.PrivateKey {
    do {
      return try secret.withBytes { span in
        // because the key copies the bytes
        try unsafe span.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
      }
    } catch { throw .storage(.damaged) }
  }
}

/// What is known of another member's sending chain, and the keys of messages that have not come yet.
struct ReceivingKeyChain: Sendable {
  /// A key of a message that was passed over.
  struct Skipped: Sendable {
    let counter: UInt32
    let key: SymmetricKey
    /// When it was passed over.
    let since: Date
  }

  /// What the messages are verified with, 32 bytes.
  let verificationKey: [UInt8]
  /// The number of the first message that this member can open.
  private(set) var first: UInt32
  private var chainKey: SymmetricKey
  /// The number of the next message.
  private(set) var counter: UInt32
  /// The keys of messages that were passed over, the lowest number first.
  private(set) var skipped: [Skipped] = []

  /// Takes a chain as its sender distributed it.
  init(_ distribution: GroupDistribution) {
    verificationKey = distribution.verificationKey
    (first, counter) = (distribution.counter, distribution.counter)
    chainKey = distribution.chainKey
  }

  /// Takes an earlier state of the same chain, which later ones overtook: the keys of the messages in between.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/invalid`` for another chain, ``MessagingError/message(_:)``
  ///   with ``MessageFault/replayed`` or ``MessageFault/tooFarAhead``.
  mutating func extend(back distribution: GroupDistribution, now: Date) throws(MessagingError) {
    guard distribution.verificationKey == verificationKey else { throw .group(.invalid) }
    guard distribution.counter < first else { throw .message(.replayed) }
    guard first - distribution.counter <= GroupLimits.jump else { throw .message(.tooFarAhead) }
    var (earlier, keys) = (ReceivingKeyChain(distribution), [Skipped]())
    while earlier.counter < first {
      keys.append(
        Skipped(counter: earlier.counter, key: GroupCipher.derive(earlier.chainKey, .message), since: now))
      earlier.step()
    }
    skipped = keys + skipped
    first = distribution.counter
  }

  /// The key of a message, whose signature has been verified; the chain moves on to the message after it.
  ///
  /// - Parameters:
  ///   - number: The number of the message.
  ///   - now: The present.
  /// - Returns: The key, which is not kept.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/replayed``, ``MessageFault/tooFarAhead``.
  mutating func key(of number: UInt32, now: Date) throws(MessagingError) -> SymmetricKey {
    guard number >= first else { throw .group(.missingKey) }
    if number < counter {
      guard let index = skipped.firstIndex(where: { $0.counter == number }) else {
        throw .message(.replayed)
      }
      let key = skipped.remove(at: index)
      guard !Self.isOld(key, now) else { throw .message(.replayed) }
      return key.key
    }
    guard number - counter <= GroupLimits.jump, number < UInt32.max else { throw .message(.tooFarAhead) }
    while counter < number {
      skipped.append(Skipped(counter: counter, key: GroupCipher.derive(chainKey, .message), since: now))
      step()
    }
    defer { step() }
    return GroupCipher.derive(chainKey, .message)
  }

  /// Whether there are keys that are older than the bound.
  func hasExpired(now: Date) -> Bool { skipped.contains { Self.isOld($0, now) } }

  /// Drops the keys that are older than the bound.
  mutating func expire(now: Date) { skipped.removeAll { Self.isOld($0, now) } }

  private static func isOld(_ key: Skipped, _ now: Date) -> Bool {
    now.timeIntervalSince(key.since) > GroupLimits.skippedAge
  }

  /// Drops the oldest keys of skipped messages.
  mutating func evict(_ count: Int) {
    let oldest = skipped.indices.sorted { skipped[$0].since < skipped[$1].since }.prefix(count)
    let evicted = Set(oldest)
    skipped = skipped.indices.filter { !evicted.contains($0) }.map { skipped[$0] }
  }

  private mutating func step() {
    chainKey = GroupCipher.derive(chainKey, .chain)
    counter += 1
  }

  /// Writes the chain among the fields of a stored group.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(raw: verificationKey)
    writer.write(first)
    writer.write(chainKey)
    writer.write(counter)
    writer.write(UInt32(skipped.count))
    for entry in skipped {
      writer.write(entry.counter)
      writer.write(entry.key)
      writer.write(entry.since)
    }
  }

  /// Reads a chain of a stored group.
  init(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    verificationKey = try reader.bytes(GroupCipher.keySize)
    first = try reader.number()
    chainKey = try reader.key()
    counter = try reader.number()
    for _ in 0..<(try reader.count(limit: GroupLimits.skippedKeys)) {
      skipped.append(
        Skipped(counter: try reader.number(), key: try reader.key(), since: try reader.date()))
    }
  }
}
