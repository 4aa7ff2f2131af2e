import OmamoriCore
import OmamoriCrypto

/// The keys of one epoch as one member has them.
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
  var sending: SenderKeyChain { didSet { isSendingChanged = true } }
  /// The members who were given the own chain.
  var sentTo: Set<UInt16> = [] { didSet { isSendingChanged = true } }
  /// The chains of others.
  var receiving: [UInt16: ReceivingKeyChain] = [:] { didSet { isReceivingChanged = true } }
  /// Whether the own chain, or who has it, is another one than in the store.
  private(set) var isSendingChanged = true
  /// Whether the chains of others are other ones than in the store.
  private(set) var isReceivingChanged = true

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
    if receiving.keys.contains(where: { !indices.contains($0) }) {
      receiving = receiving.filter { indices.contains($0.key) }
    }
    if !sentTo.isSubset(of: indices) { sentTo.formIntersection(indices) }
  }

  /// Writes what does not change, but for the change that began it.
  func encode(into writer: inout GroupFieldWriter) {
    writer.write(number)
    writer.write(own)
    writer.write(secret)
  }

  /// The record of the own chain.
  var sendingRecord: SharedSecretBytes {
    var writer = GroupFieldWriter()
    sending.encode(into: &writer)
    writer.write(UInt32(sentTo.count))
    for index in sentTo.sorted() { writer.write(index) }
    return writer.secret
  }

  /// The record of the chains of others.
  var receivingRecord: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(UInt32(receiving.count))
    for (index, chain) in receiving.sorted(by: { $0.key < $1.key }) {
      writer.write(index)
      chain.encode(into: &writer)
    }
    return writer.secret
  }

  /// Reads an epoch and the records of its chains.
  init(
    from reader: inout ByteReader<MessagingError>,
    group: [UInt8],
    head: [UInt8],
    _ records: [GroupPart: SharedSecretBytes]
  ) throws(MessagingError) {
    guard let sendingRecord = records[.sending(head)], let receivingRecord = records[.receiving(head)] else {
      throw .storage(.damaged)
    }
    self.head = head
    number = try reader.number()
    own = try reader.number()
    secret = try reader.key()
    keys = GroupEpochKeys(group: group, epoch: number, head: head, secret: secret)
    var sendingReader = ByteReader(sendingRecord.bytes, .storage(.damaged))
    sending = try SenderKeyChain(from: &sendingReader)
    for _ in 0..<(try sendingReader.count(limit: GroupLimits.members)) {
      sentTo.insert(try sendingReader.number())
    }
    try sendingReader.end()
    var receivingReader = ByteReader(receivingRecord.bytes, .storage(.damaged))
    for _ in 0..<(try receivingReader.count(limit: GroupLimits.members)) {
      let index: UInt16 = try receivingReader.number()
      receiving[index] = try ReceivingKeyChain(from: &receivingReader)
    }
    try receivingReader.end()
    markKept()
  }

  /// Takes note that the records of the chains are in the store.
  mutating func markKept() { (isSendingChanged, isReceivingChanged) = (false, false) }
}

/// What comes from the secret of an epoch: how its messages are recognised, and what their headers are sealed with.
///
/// Texts are not sealed with it, but with the chains of their senders.
struct GroupEpochKeys: Sendable {
  /// The bytes that every header, text and signature of the epoch is bound to: group, number and change.
  let context: [UInt8]
  /// What members recognise messages of the epoch by, 16 bytes.
  let tag: [UInt8]
  /// What headers are sealed with.
  let headerKey: SymmetricKey

  init(group: [UInt8], epoch: UInt64, head: [UInt8], secret: SymmetricKey) {
    context = group + GroupFieldWriter.bytes(of: epoch) + head
    tag = GroupCipher.deriveBytes(secret, .tag, context, count: GroupMessage.tagSize)
    headerKey = GroupCipher.derive(secret, .header, context)
  }
}
