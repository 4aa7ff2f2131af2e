import OmamoriCore
import OmamoriCrypto

/// The changes of a group that a member knows, and which of them count.
///
/// Members may make changes at the same time. Which one counts follows from the set of known changes alone, so members
/// who know the same changes agree, in whatever order they came:
///
/// 1. a change loses whose author is removed, by a member with the right to, on the other side;
/// 2. a removal wins over what is none;
/// 3. the author who was in the group before the other wins;
/// 4. the smaller digest wins.
///
/// What lies more than ``GroupLimits/window`` epochs back is settled. A value; safe to share between threads.
struct GroupHistory: Sendable {
  /// A change, and the secret of the epoch that it begins where this member is to know it.
  struct Entry: Sendable {
    let change: GroupChange
    let digest: [UInt8]
    var secret: SymmetricKey?

    init(_ change: GroupChange, _ secret: SymmetricKey?) {
      (self.change, digest, self.secret) = (change, change.digest, secret)
    }
  }

  /// What became of a change that came.
  enum Outcome: Sendable, Hashable {
    /// It is among the known ones.
    case taken
    /// It waits for the change that it follows.
    case waiting
    /// It was known, and its secret was not.
    case completed
  }

  /// The state that the known changes begin from.
  private(set) var base: GroupState
  /// The creation, for as long as the known changes begin with it.
  private var creation: GroupChange?
  /// The secret of that state's epoch.
  private(set) var baseSecret: SymmetricKey?
  /// The changes that can be applied, each after the one that it follows.
  private(set) var entries: [Entry] = []
  /// The changes whose parent is not known.
  private(set) var waiting: [Entry] = []
  /// The states after the base and after each change.
  private var states: [[UInt8]: GroupState]
  /// The states that count, from the base on.
  private(set) var path: [GroupState]

  /// Begins with the creation of a group.
  ///
  /// - Throws: ``MessagingError/group(_:)`` with ``GroupFault/invalid``.
  init(creation: GroupChange, secret: SymmetricKey?) throws(MessagingError) {
    self.init(base: try GroupState(creation: creation), secret: secret)
    self.creation = creation
  }

  private init(base: GroupState, secret: SymmetricKey?) {
    (self.base, baseSecret, states, path) = (base, secret, [base.head: base], [base])
  }

  /// The present state.
  var head: GroupState { path.last ?? base }

  /// The secret of the present epoch.
  var headSecret: SymmetricKey? { secret(of: head.head) }

  /// The state after a change, whether it counts or not.
  func state(_ digest: [UInt8]) -> GroupState? { states[digest] }

  /// The secret of the epoch that a change began.
  func secret(of digest: [UInt8]) -> SymmetricKey? {
    digest == base.head ? baseSecret : entries.first { $0.digest == digest }?.secret
  }

  /// Takes a change.
  ///
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/replayed`` for a known one;
  ///   ``MessagingError/group(_:)`` for one that is stale, forged or not allowed. Nothing is changed then.
  mutating func take(_ change: GroupChange, _ secret: SymmetricKey?) throws(MessagingError) -> Outcome {
    guard change.group == base.identifier.bytes else { throw .group(.invalid) }
    if let secret, GroupChange.commitment(to: secret) != change.commitment { throw .group(.invalid) }
    let entry = Entry(change, secret)
    if entry.digest == base.head || states[entry.digest] != nil { return try complete(entry) }
    guard change.epoch > base.epoch else { throw .group(.wrongEpoch) }
    guard let parent = states[change.parent] else { return try wait(entry) }
    states[entry.digest] = try parent.applying(change)
    entries.append(entry)
    takeWaiting()
    settle()
    makeRoom()
    return .taken
  }

  private mutating func complete(_ entry: Entry) throws(MessagingError) -> Outcome {
    guard let index = entries.firstIndex(where: { $0.digest == entry.digest }), entries[index].secret == nil,
      let secret = entry.secret
    else { throw .message(.replayed) }
    entries[index].secret = secret
    return .completed
  }

  private mutating func wait(_ entry: Entry) throws(MessagingError) -> Outcome {
    guard !waiting.contains(where: { $0.digest == entry.digest }) else { throw .message(.replayed) }
    waiting.append(entry)
    if waiting.count > GroupLimits.waiting { waiting.removeFirst() }
    return .waiting
  }

  /// Takes the changes whose parent has come meanwhile; drops those that turn out to be wrong.
  private mutating func takeWaiting() {
    while let index = waiting.firstIndex(where: { states[$0.change.parent] != nil }) {
      let entry = waiting.remove(at: index)
      guard let parent = states[entry.change.parent] else { continue }
      do throws(MessagingError) {
        states[entry.digest] = try parent.applying(entry.change)
        entries.append(entry)
      } catch { continue }
    }
  }

  /// Finds the states that count, and forgets what lies before the window.
  private mutating func settle() {
    path = [base]
    while let next = winner(after: head.head), let state = states[next.digest] { path.append(state) }
    while path.count > GroupLimits.window + 1 {
      path.removeFirst()
      rebase(to: path[0])
    }
  }

  /// Gives up changes that do not count when there are too many, first those of the author who has most of them, so that
  /// nobody keeps others from making changes.
  private mutating func makeRoom() {
    while entries.count > GroupLimits.changes {
      let counting = Set(path.map(\.head))
      let parents = Set(entries.map(\.change.parent))
      let losing = entries.filter { !counting.contains($0.digest) }
      let counts = losing.reduce(into: [UInt16: Int]()) { $0[$1.change.author, default: 0] += 1 }
      let given = losing.filter { !parents.contains($0.digest) }.max { left, right in
        let (first, second) = (counts[left.change.author] ?? 0, counts[right.change.author] ?? 0)
        return first == second ? left.digest.lexicographicallyPrecedes(right.digest) : first < second
      }
      guard let given else { return }
      states[given.digest] = nil
      entries.removeAll { $0.digest == given.digest }
      settle()
    }
  }

  private mutating func rebase(to state: GroupState) {
    baseSecret = secret(of: state.head)
    (base, creation) = (state, nil)
    let (old, known) = (entries, states)
    (entries, states) = ([], [state.head: state])
    for entry in old where states[entry.change.parent] != nil {
      // It was verified when it came, so it has a state.
      guard let next = known[entry.digest] else { continue }
      states[entry.digest] = next
      entries.append(entry)
    }
    waiting.removeAll { $0.change.epoch <= state.epoch }
  }

  private func winner(after parent: [UInt8]) -> Entry? {
    let rivals = entries.filter { $0.change.parent == parent }
    guard rivals.count > 1 else { return rivals.first }
    let removals = rivals.map { self.removals(from: $0) }
    let ranks = rivals.indices.map { index in
      let author = rivals[index].change.author
      let removers = removals.indices.filter { $0 != index }.compactMap { removals[$0][author] }
      return Rank(
        remover: removers.min(), isRemoval: rivals[index].change.deed.isRemoval, author: author,
        digest: rivals[index].digest)
    }
    return rivals.indices.min { ranks[$0] < ranks[$1] }.map { rivals[$0] }
  }

  /// Who is removed by a change and those after it, and the place of the eldest who does it.
  private func removals(from entry: Entry) -> [UInt16: UInt16] {
    var result: [UInt16: UInt16] = [:]
    var reached: Set<[UInt8]> = [entry.digest]
    for change in entries where change.digest == entry.digest || reached.contains(change.change.parent) {
      reached.insert(change.digest)
      guard case .remove(let target, let statement) = change.change.deed else { continue }
      // Who left took itself out.
      let remover = statement == nil ? change.change.author : target
      result[target] = min(result[target] ?? .max, remover)
    }
    return result
  }

  /// The order of changes that follow the same one; the least counts.
  private struct Rank: Comparable {
    let remover: UInt16?
    let isRemoval: Bool
    let author: UInt16
    let digest: [UInt8]

    static func < (left: Rank, right: Rank) -> Bool {
      if left.remover != right.remover {
        guard let first = left.remover else { return true }
        guard let second = right.remover else { return false }
        return first > second
      }
      if left.isRemoval != right.isRemoval { return left.isRemoval }
      if left.author != right.author { return left.author < right.author }
      return left.digest.lexicographicallyPrecedes(right.digest)
    }
  }
}

extension GroupHistory {
  /// Writes the fields, with the secrets that `includes` says for each state.
  func encode(into writer: inout GroupFieldWriter, includes: (GroupState) -> Bool = { _ in true }) {
    if let creation { writer.write(creation.encoded) } else { writer.write([]) }
    if creation == nil { base.encode(into: &writer) }
    Self.write(includes(base) ? baseSecret : nil, into: &writer)
    for list in [entries, waiting] {
      writer.write(UInt32(list.count))
      for entry in list {
        writer.write(entry.change.encoded)
        let isIncluded = states[entry.digest].map(includes) ?? includes(base)
        Self.write(isIncluded ? entry.secret : nil, into: &writer)
      }
    }
  }

  /// The history without the changes that wait, for somebody else.
  var settled: GroupHistory {
    var history = self
    history.waiting = []
    return history
  }

  /// The history up to the change that took somebody out, for that somebody; `nil` for who was never in it.
  func ending(for peer: GroupMachine.Peer) -> GroupHistory? {
    guard let last = path.lastIndex(where: { $0.member(peer) != nil }) else { return nil }
    var history = settled
    history.path = Array(path.prefix(last + 2))
    let kept = Set(history.path.map(\.head))
    history.entries.removeAll { !kept.contains($0.digest) }
    history.states = states.filter { kept.contains($0.key) }
    return history
  }

  /// Reads the fields.
  ///
  /// - Parameters:
  ///   - reader: Where they are read from.
  ///   - isVerified: Whether the signatures were verified before it was written.
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  init(from reader: inout GroupFieldReader, isVerified: Bool) throws(MessagingError) {
    let bytes = try reader.bytes(limit: GroupLimits.content)
    if bytes.isEmpty {
      let base = try GroupState(from: &reader)
      guard base.epoch > 0 else { throw .group(.invalid) }
      self.init(base: base, secret: try Self.readSecret(from: &reader))
    } else {
      let creation = try GroupChange(decoding: bytes)
      try self.init(creation: creation, secret: try Self.readSecret(from: &reader))
      if let baseSecret, GroupChange.commitment(to: baseSecret) != creation.commitment {
        throw .group(.invalid)
      }
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.changes)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      let entry = Entry(change, try Self.readSecret(from: &reader))
      guard let parent = states[change.parent], states[entry.digest] == nil else { throw .group(.invalid) }
      if let secret = entry.secret, GroupChange.commitment(to: secret) != change.commitment {
        throw .group(.invalid)
      }
      states[entry.digest] = try parent.applying(change, isVerified: isVerified)
      entries.append(entry)
    }
    // Somebody else's history has nothing that waits.
    for _ in 0..<(try reader.count(limit: isVerified ? GroupLimits.waiting : 0)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      waiting.append(Entry(change, try Self.readSecret(from: &reader)))
    }
    let first = self.base.head
    settle()
    guard self.base.head == first else { throw .group(.invalid) }
  }

  private static func write(_ secret: SymmetricKey?, into writer: inout GroupFieldWriter) {
    writer.write(UInt8(secret == nil ? 0 : 1))
    if let secret { writer.write(secret) }
  }

  private static func readSecret(
    from reader: inout GroupFieldReader
  ) throws(MessagingError) -> SymmetricKey? {
    try reader.flag() ? try reader.key() : nil
  }
}
