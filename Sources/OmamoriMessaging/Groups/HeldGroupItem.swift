import OmamoriCore
import OmamoriCrypto

/// Something of a group that came before what it needs: content of a member or of a group that is not known yet, or a
/// message whose key has not come.
///
/// Each is a record of its own, whose name says what to look for: 1 ‖ kind ‖ topic 16 ‖ time 8 ‖ sender 8 ‖ digest 8.
struct HeldGroupItem: Sendable, Hashable {
  /// What it is.
  enum Kind: UInt8, Sendable {
    /// Content that came inside the conversation with somebody.
    case content = 1
    /// A message.
    case message = 2
  }

  /// The most items of one kind.
  static let capacity = 128
  /// The most items of one sender.
  static let capacityPerSender = 32
  /// How long an item is kept, in milliseconds: 30 days.
  static let lifetime: UInt64 = 30 * 86_400_000
  /// The most bytes of one item; whatever is larger is refused as before.
  static let greatestByteCount = GroupLimits.message
  private static let keyByteCount = 42

  let kind: Kind
  /// The beginning of the group's identifier, or the tag of the message.
  let topic: [UInt8]
  /// When it came, in milliseconds since 1970.
  let time: UInt64
  /// Tells senders apart.
  let sender: [UInt8]
  private let digest: [UInt8]

  /// Describes an item.
  init(_ kind: Kind, topic: [UInt8], from sender: MessagingAddress?, _ bytes: [UInt8], at now: Date) {
    (self.kind, self.topic) = (kind, Array(topic.prefix(GroupMessage.tagSize)))
    time = MessageTime.milliseconds(now)
    self.sender = Array(SHA256.hash(data: sender?.recordKey ?? []).prefix(8))
    digest = Array(SHA256.hash(data: bytes).prefix(8))
  }

  /// The item of a record's name; `nil` for the record of a group.
  init?(_ name: RecordName) {
    let key = name.key
    guard name.kind == .group, key.count == Self.keyByteCount, key[0] == 1, let kind = Kind(rawValue: key[1])
    else { return nil }
    self.kind = kind
    topic = Array(key[2..<18])
    time = key[18..<26].reduce(0) { $0 << 8 | UInt64($1) }
    (sender, digest) = (Array(key[26..<34]), Array(key[34..<42]))
  }

  /// The name of its record.
  var name: RecordName {
    RecordName(
      .group, key: [1, kind.rawValue] + topic + GroupFieldWriter.bytes(of: time) + sender + digest)
  }

  /// Whether it is content of a group.
  func isContent(of group: GroupIdentifier) -> Bool {
    kind == .content && topic.elementsEqual(group.bytes.prefix(topic.count))
  }

  /// Whether both are the same thing, which came twice.
  func isCopy(of other: HeldGroupItem) -> Bool {
    (kind, topic, sender, digest) == (other.kind, other.topic, other.sender, other.digest)
  }

  /// The items that give way when one more of the same kind comes: those that are too old, and where there are too many the oldest of the
  /// sender who has most, so that nobody's items give way to another one's.
  static func givingWay(among items: [HeldGroupItem], to new: HeldGroupItem) -> [HeldGroupItem] {
    var left = items.filter { $0.kind == new.kind }.sorted { $0.time < $1.time }
    var given = left.filter { $0.time < new.time && new.time - $0.time > lifetime }
    left.removeAll(where: given.contains)
    let counts = left.reduce(into: [new.sender: 1]) { $0[$1.sender, default: 0] += 1 }
    if (counts[new.sender] ?? 0) > capacityPerSender,
      let oldest = left.first(where: { $0.sender == new.sender })
    {
      given.append(oldest)
    } else if left.count >= capacity {
      let most = left.map { counts[$0.sender] ?? 0 }.max()
      given += left.first { counts[$0.sender] == most }.map { [$0] } ?? []
    }
    return given
  }
}
