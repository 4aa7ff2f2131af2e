import OmamoriCore
import OmamoriCrypto

/// A group as one member has it: what changed, what counts, and the keys of the present and the last epochs.
///
/// It does no input or output. Whoever drives it works on a copy, keeps the copy, and only then lets out what it gave. A
/// value; safe to share between threads.
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
