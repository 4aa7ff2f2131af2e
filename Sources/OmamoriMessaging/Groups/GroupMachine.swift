import OmamoriCore
import OmamoriCrypto

/// A group as one member has it: what changed, what counts, and the keys of the present and the last epochs.
///
/// It does no input or output. Whoever drives it works on a copy, keeps the copy, and only then lets out what it gave.
struct GroupMachine: Sendable {
  /// Content for another member, to be sealed in the conversation with it.
  struct Outgoing: Sendable {
    /// Who gets it.
    let to: Peer
    /// The content; it holds keys.
    let content: SharedSecretBytes
    /// The member whose place this is gets the own chain of the present epoch with it.
    var chainOf: UInt16?
  }

  /// Who somebody is in a conversation.
  struct Peer: Sendable, Hashable {
    let address: MessagingAddress
    /// The signing key of the identity, 32 bytes.
    let signingKey: [UInt8]
  }

  /// What a member signs with and draws keys from.
  struct Means: Sendable {
    let signingKey: Curve25519.Signing.PrivateKey
    let randomness: any Randomness
    let now: Date
  }

  /// A chain that came before the change that began its epoch.
  struct Pending: Sendable {
    let from: Peer
    let distribution: GroupDistribution
  }

  /// Who we are.
  let own: Peer
  /// The changes.
  var history: GroupHistory { didSet { isChanged = true } }
  /// The epochs whose messages are opened, the present one last.
  var epochs: [GroupEpoch] = []
  /// The changes whose epochs were given up: begun again, they would open messages twice.
  var retired: [[UInt8]] = [] { didSet { isChanged = true } }
  /// The digests of own changes that are done again when they lose.
  var intents: [[UInt8]] = [] { didSet { isChanged = true } }
  /// The statements of those who leave and are still in.
  var leaves: [GroupLeave] = [] { didSet { isChanged = true } }
  var pending: [Pending] = [] { didSet { isChanged = true } }
  /// The place at which we left; who comes back has another one.
  var leftAt: UInt16? { didSet { isChanged = true } }
  /// The change after which we seemed to be a member until somebody knew better.
  var excludedAfter: [UInt8]? { didSet { isChanged = true } }
  /// Whether any of the above but the epochs is another than in the store.
  private var isChanged = true
  /// The changes that began the epochs, and the one after which the known changes begin, in the store.
  private var kept: (heads: [[UInt8]], base: [UInt8])?

  init(own: Peer, history: GroupHistory) { (self.own, self.history) = (own, history) }

  /// The group.
  var identifier: GroupIdentifier { history.base.identifier }

  /// Ourselves in the present state; `nil` when we are no member.
  var me: GroupMember? {
    guard let member = history.head.member(own), member.index != leftAt, history.head.head != excludedAfter
    else { return nil }
    return member
  }

  /// Whether messages with this tag belong to an epoch whose keys are there.
  func hasEpoch(tagged tag: [UInt8]) -> Bool { epochs.contains { $0.keys.tag == tag } }

  /// Whether a record is another one than in the store.
  func isChanged(_ part: GroupPart) -> Bool {
    switch part {
    case .main: isChanged || kept?.heads != epochs.map(\.head)
    case .past: kept?.base != history.base.head
    case .sending(let head): epochs.first { $0.head == head }?.isSendingChanged ?? false
    case .receiving(let head): epochs.first { $0.head == head }?.isReceivingChanged ?? false
    }
  }

  /// Takes note that all records are in the store.
  mutating func markKept() {
    for index in epochs.indices { epochs[index].markKept() }
    (isChanged, kept) = (false, (epochs.map(\.head), history.base.head))
  }

  /// Takes back that the member of a place was given the own chain, when it cannot be reached.
  mutating func didNotReach(_ place: UInt16) {
    if let index = currentIndex { epochs[index].sentTo.remove(place) }
  }

  /// The index of the present epoch, when we have its keys.
  var currentIndex: Int? { epochs.lastIndex { $0.head == history.head.head } }
}

extension GroupState {
  /// The member who is somebody in a conversation; an address with another key is not.
  func member(_ peer: GroupMachine.Peer) -> GroupMember? {
    members.first { $0.address == peer.address && $0.signingKey == peer.signingKey }
  }
}

extension GroupMember {
  /// The member as somebody in a conversation.
  var peer: GroupMachine.Peer { GroupMachine.Peer(address: address, signingKey: signingKey) }
}

extension GroupMachine {
  /// Seals a text for the group.
  ///
  /// - Returns: The message, and what has to reach members before it: changes, and the own chain.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  mutating func seal(
    _ text: [UInt8],
    _ means: Means
  ) throws(MessagingError) -> (message: [UInt8], outgoing: [Outgoing]) {
    guard me != nil else { throw .group(.notMember) }
    guard text.count <= GroupLimits.plaintext else { throw .message(.tooLarge) }
    var outgoing = try removeLeavers(means)
    guard let index = currentIndex else { throw .group(.wrongEpoch) }
    let own = epochs[index].own
    for member in history.head.members
    where member.index != own && !epochs[index].sentTo.contains(member.index) {
      outgoing.append(sendChain(epochs[index], to: member))
      epochs[index].sentTo.insert(member.index)
    }
    let step = try epochs[index].sending.advance()
    let sending = epochs[index].sending
    let message = try GroupMessage(
      MessagePadding.pad(text), epochs[index].keys,
      GroupMessage.Header(sender: own, counter: step.counter), key: step.key,
      nonce: try GroupCipher.randomBytes(GroupCipher.nonceSize, means.randomness)
    ) { bytes throws(MessagingError) in try sending.sign(bytes) }
    return (message.encoded, outgoing)
  }

  /// Opens a message of the group.
  ///
  /// When it is refused nothing has changed.
  ///
  /// - Returns: Who sent it, and the text.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  mutating func open(
    _ bytes: [UInt8],
    now: Date
  ) throws(MessagingError) -> (sender: GroupMember, text: [UInt8]) {
    guard me != nil else { throw .group(.notMember) }
    let message = try GroupMessage(decoding: bytes)
    guard let index = epochs.firstIndex(where: { $0.keys.tag == message.tag }) else {
      throw .group(.wrongEpoch)
    }
    let keys = epochs[index].keys
    let header = try message.opened(keys)
    guard let sender = history.state(epochs[index].head)?.member(header.sender),
      history.head.member(sender.peer) != nil
    else { throw .group(.notMember) }
    guard sender.peer != own else { throw .message(.replayed) }
    guard var chain = epochs[index].receiving[header.sender] else { throw .group(.missingKey) }
    guard message.isSigned(by: chain.verificationKey, keys, header) else { throw .group(.invalid) }
    let key = try chain.key(of: header.counter, now: now)
    let text = try MessagePadding.unpad(try message.text(key, keys, header))
    epochs[index].receiving[header.sender] = chain
    bound(now: now)
    return (sender, text)
  }
}

extension GroupMachine {
  private static let version: UInt8 = 1

  /// The records that the state is kept in.
  var parts: [GroupPart] { GroupPart.all(of: epochs.lazy.map(\.head)) }

  /// All records.
  var records: [GroupPart: SharedSecretBytes] {
    Dictionary(uniqueKeysWithValues: parts.map { ($0, record(of: $0)) })
  }

  /// One of the records.
  func record(of part: GroupPart) -> SharedSecretBytes {
    switch part {
    case .main: return mainRecord
    case .past:
      var writer = GroupFieldWriter()
      history.encodePast(into: &writer)
      return writer.secret
    case .sending(let head):
      return epochs.first { $0.head == head }?.sendingRecord ?? GroupFieldWriter().secret
    case .receiving(let head):
      return epochs.first { $0.head == head }?.receivingRecord ?? GroupFieldWriter().secret
    }
  }

  private var mainRecord: SharedSecretBytes {
    var writer = GroupFieldWriter()
    writer.write(Self.version)
    writer.write(UInt32(epochs.count))
    for epoch in epochs { writer.write(raw: epoch.head) }
    Self.write(own, into: &writer)
    writer.write(UInt8(leftAt == nil ? 0 : 1))
    if let leftAt { writer.write(leftAt) }
    writer.write(excludedAfter ?? [])
    history.encode(into: &writer)
    for epoch in epochs { epoch.encode(into: &writer) }
    writer.write(UInt32(retired.count))
    for digest in retired { writer.write(raw: digest) }
    writer.write(UInt32(intents.count))
    for digest in intents { writer.write(raw: digest) }
    writer.write(UInt32(leaves.count))
    for leave in leaves {
      writer.write(leave.index)
      leave.statement.encode(into: &writer)
    }
    writer.write(UInt32(pending.count))
    for entry in pending {
      Self.write(entry.from, into: &writer)
      entry.distribution.encode(into: &writer)
    }
    return writer.secret
  }

  /// The records that belong to a main one.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  static func parts(of main: SharedSecretBytes) throws(MessagingError) -> [GroupPart] {
    var reader = ByteReader(main.bytes, .storage(.damaged))
    return GroupPart.all(of: try heads(from: &reader))
  }

  private static func heads(from reader: inout ByteReader<MessagingError>) throws(MessagingError) -> [[UInt8]]
  {
    guard try reader.number(UInt8.self) == version else { throw .storage(.damaged) }
    var heads: [[UInt8]] = []
    for _ in 0..<(try reader.count(limit: GroupLimits.retiredEpochs + 1)) {
      heads.append(try reader.bytes(32))
    }
    return heads
  }

  /// Reads a kept state.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/damaged``.
  init(records: [GroupPart: SharedSecretBytes]) throws(MessagingError) {
    do throws(MessagingError) { self = try Self.read(records) } catch { throw .storage(.damaged) }
  }

  private static func read(_ records: [GroupPart: SharedSecretBytes]) throws(MessagingError) -> GroupMachine {
    guard let main = records[.main], let past = records[.past],
      records.values.allSatisfy({ $0.count <= GroupLimits.record })
    else { throw .storage(.damaged) }
    var reader = ByteReader(main.bytes, .message(.malformed))
    var pastReader = ByteReader(past.bytes, .message(.malformed))
    let heads = try heads(from: &reader)
    let own = try peer(from: &reader)
    let leftAt: UInt16? = try reader.flag() ? try reader.number() : nil
    let excludedAfter = try reader.bytes(limit: 32)
    var machine = GroupMachine(own: own, history: try GroupHistory(from: &reader, past: &pastReader))
    try pastReader.end()
    machine.leftAt = leftAt
    machine.excludedAfter = excludedAfter.isEmpty ? nil : excludedAfter
    let group = machine.identifier.bytes
    for head in heads {
      machine.epochs.append(try GroupEpoch(from: &reader, group: group, head: head, records))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.changes + GroupLimits.window)) {
      machine.retired.append(try reader.bytes(32))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.window)) {
      machine.intents.append(try reader.bytes(32))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.members)) {
      machine.leaves.append(
        GroupLeave(
          group: group, index: try reader.number(), statement: try GroupLeave.Statement(from: &reader)))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.pendingDistributions)) {
      machine.pending.append(
        Pending(from: try peer(from: &reader), distribution: try GroupDistribution(from: &reader)))
    }
    try reader.end()
    machine.markKept()
    return machine
  }

  static func write(_ peer: Peer, into writer: inout GroupFieldWriter) {
    writer.write(peer.address.name)
    writer.write(peer.address.device)
    writer.write(raw: peer.signingKey)
  }

  static func peer(from reader: inout ByteReader<MessagingError>) throws(MessagingError) -> Peer {
    let name = try reader.text(limit: MessagingAddress.greatestNameLength)
    let address = try MessagingAddress(name: name, device: try reader.number())
    return Peer(address: address, signingKey: try reader.bytes(GroupCipher.keySize))
  }
}
