import OmamoriCore
import OmamoriCrypto

/// The keys of one epoch as one member has them.
///
/// A value; safe to share between threads.
struct GroupEpoch: Sendable {
  /// The number.
  let number: UInt64
  /// The digest of the change that began it.
  let head: [UInt8]
  /// The own place.
  let own: UInt16
  private let secret: SymmetricKey
  /// What comes from the secret.
  let keys: GroupEpochKeys
  /// The own chain.
  var sending: SenderKeyChain
  /// The members who were given the own chain.
  var sentTo: Set<UInt16> = []
  /// The chains of others.
  var receiving: [UInt16: ReceivingKeyChain] = [:]

  /// Begins an epoch with a chain of its own.
  init(
    _ state: GroupState,
    own: UInt16,
    secret: SymmetricKey,
    randomness: some Randomness
  ) throws(MessagingError) {
    (number, head, self.own, self.secret) = (state.epoch, state.head, own, secret)
    keys = GroupEpochKeys(
      group: state.identifier.bytes, epoch: state.epoch, head: state.head, secret: secret)
    sending = try SenderKeyChain(randomness: randomness)
  }

  /// The own chain as others get it.
  var distribution: GroupDistribution {
    GroupDistribution(sending, head: head, epoch: number, sender: own)
  }

  /// The number of keys of skipped messages.
  var skippedCount: Int { receiving.values.reduce(0) { $0 + $1.skipped.count } }

  /// Forgets the chains of everybody but these members.
  mutating func keep(_ indices: Set<UInt16>) {
    receiving = receiving.filter { indices.contains($0.key) }
    sentTo.formIntersection(indices)
  }

  /// Writes the fields.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(number)
    writer.write(raw: head)
    writer.write(own)
    writer.write(secret)
    sending.encode(into: &writer)
    writer.write(UInt32(sentTo.count))
    for index in sentTo.sorted() { writer.write(index) }
    writer.write(UInt32(receiving.count))
    for (index, chain) in receiving.sorted(by: { $0.key < $1.key }) {
      writer.write(index)
      chain.encode(into: &writer)
    }
  }

  /// Reads the fields.
  init(from reader: inout GroupFieldReader, group: [UInt8]) throws(MessagingError) {
    number = try reader.number()
    head = try reader.raw(32)
    own = try reader.number()
    secret = try reader.key()
    keys = GroupEpochKeys(group: group, epoch: number, head: head, secret: secret)
    sending = try SenderKeyChain(from: &reader)
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) { sentTo.insert(try reader.number()) }
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
      let index: UInt16 = try reader.number()
      receiving[index] = try ReceivingKeyChain(from: &reader)
    }
  }
}
