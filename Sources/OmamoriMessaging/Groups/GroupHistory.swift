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
/// What lies more than ``GroupLimits/window`` epochs back is settled.
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
  /// The creation, whose digest names the group.
  let creation: GroupChange
  /// The changes between the creation and the base, the base's own one last: with them a history is proved.
  private(set) var past: [GroupChange]
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
    self.init(creation, [], base: try GroupState(creation: creation), secret: secret)
  }

  init(_ creation: GroupChange, _ past: [GroupChange], base: GroupState, secret: SymmetricKey?) {
    (self.creation, self.past) = (creation, past)
    (self.base, baseSecret, states, path) = (base, secret, [base.head: base], [base])
  }

  /// Proves a history that another member tells, from the creation on.
  ///
  /// - Throws: ``MessagingError/group(_:)`` for a change that is forged, not allowed or not connected to the creation.
  init(proving told: GroupWelcome) throws(MessagingError) {
    try self.init(creation: told.creation, secret: told.secret)
    if let secret = told.secret, GroupChange.commitment(to: secret) != told.creation.commitment {
      throw .group(.invalid)
    }
    for entry in told.changes {
      guard try take(entry.change, entry.secret) == .taken else { throw .group(.invalid) }
    }
  }

  /// The present state.
  var head: GroupState { path.last ?? base }

  /// The digests of all changes that count, from the creation on.
  var counting: [[UInt8]] {
    [creation.digest] + past.map(\.digest) + path.dropFirst().map(\.head)
  }

  /// Whether both know the same changes, and the same one counts in the end.
  func hasSameChanges(as other: GroupHistory) -> Bool {
    head.head == other.head.head && base.head == other.base.head
      && entries.lazy.map(\.digest).elementsEqual(other.entries.lazy.map(\.digest))
  }

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
    guard let parent = states[change.parent] else {
      if case .create = change.deed { throw .group(.invalid) }
      guard change.epoch <= head.epoch + UInt64(GroupLimits.changes) else { throw .group(.wrongEpoch) }
      return try wait(entry)
    }
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
    // The signature is not verified yet, so another spelling of the same change may be the true one.
    let isKnown = waiting.contains {
      $0.change.encoded == entry.change.encoded && ($0.secret != nil || entry.secret == nil)
    }
    guard !isKnown else { throw .message(.replayed) }
    wait(for: entry)
    return .waiting
  }

  /// Keeps a change until the one comes that it follows.
  mutating func wait(for entry: Entry) {
    waiting.append(entry)
    if waiting.count > GroupLimits.waiting { waiting.removeFirst() }
  }

  /// Forgets the secrets of all epochs.
  mutating func forgetSecrets() {
    baseSecret = nil
    for index in entries.indices { entries[index].secret = nil }
    for index in waiting.indices { waiting[index].secret = nil }
  }

  /// Takes a change whose signature was verified before it was kept.
  mutating func takeVerified(_ entry: Entry) throws(MessagingError) {
    guard let parent = states[entry.change.parent], states[entry.digest] == nil else {
      throw .group(.invalid)
    }
    if let secret = entry.secret, GroupChange.commitment(to: secret) != entry.change.commitment {
      throw .group(.invalid)
    }
    states[entry.digest] = try parent.applying(entry.change, isVerified: true)
    entries.append(entry)
  }

  /// The history without the changes that wait or do not count, and without those that begin an epoch after one.
  func upTo(_ epoch: UInt64) -> GroupHistory {
    var history = self
    history.waiting = []
    history.path = path.filter { $0.epoch <= epoch }
    let kept = Set(history.path.map(\.head))
    history.entries.removeAll { !kept.contains($0.digest) }
    history.states = states.filter { kept.contains($0.key) }
    return history
  }

  /// Takes the changes whose parent has come meanwhile; drops those that turn out to be wrong.
  private mutating func takeWaiting() {
    while let index = waiting.firstIndex(where: { states[$0.change.parent] != nil }) {
      let entry = waiting.remove(at: index)
      guard let parent = states[entry.change.parent] else { continue }
      do throws(MessagingError) {
        if states[entry.digest] != nil {
          _ = try complete(entry)
          continue
        }
        states[entry.digest] = try parent.applying(entry.change)
        entries.append(entry)
      } catch { continue }
    }
  }

  /// Finds the states that count, and forgets what lies before the window.
  mutating func settle() {
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
    if let entry = entries.first(where: { $0.digest == state.head }) { past.append(entry.change) }
    base = state
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
    var (reached, changes): (Set<[UInt8]>, [GroupChange]) = ([entry.digest], [])
    for next in entries where next.digest == entry.digest || reached.contains(next.change.parent) {
      reached.insert(next.digest)
      changes.append(next.change)
    }
    return Self.removals(by: changes)
  }

  /// Who is removed by changes, and the place of the eldest who does it.
  private static func removals(by changes: [GroupChange]) -> [UInt16: UInt16] {
    changes.reduce(into: [:]) { result, change in
      // Who leaves is not taken out by anybody, and what it did before counts.
      guard case .remove(let target, nil) = change.deed else { return }
      result[target] = min(result[target] ?? .max, change.author)
    }
  }

  /// Whether another history of the group, which parted from this one before the window, counts in its place.
  ///
  /// The one counts since which more members made changes whom the other one does not remove: who was removed makes nobody
  /// believe in a group of its own, and nobody takes back alone what others did. Of as many the one of the elder counts, then
  /// the longer one, then the smaller digest. Who was added after they parted is no such member.
  func yields(to other: GroupHistory) -> Bool {
    let (ours, theirs) = (countingChanges, other.countingChanges)
    guard let place = zip(ours, theirs).enumerated().first(where: { $1.0.digest != $1.1.digest })?.offset,
      case .create(_, _, let members) = creation.deed
    else { return false }
    let added = ours[..<place].reduce(0) { if case .add = $1.deed { $0 + 1 } else { $0 } }
    func authors(of changes: ArraySlice<GroupChange>, without rivals: ArraySlice<GroupChange>) -> Set<UInt16>
    {
      let removed = Self.removals(by: Array(rivals))
      return Set(changes.map(\.author).filter { $0 < members.count + added && removed[$0] == nil })
    }
    let own = authors(of: ours[place...], without: theirs[place...])
    let rivals = authors(of: theirs[place...], without: ours[place...])
    if own.count != rivals.count { return rivals.count > own.count }
    if let eldest = own.min(), let rival = rivals.min(), eldest != rival { return rival < eldest }
    if ours.count != theirs.count { return theirs.count > ours.count }
    return theirs[place].digest.lexicographicallyPrecedes(ours[place].digest)
  }

  private var countingChanges: [GroupChange] {
    let counting = Set(path.map(\.head))
    let present = entries.filter { counting.contains($0.digest) }.map(\.change).sorted { $0.epoch < $1.epoch }
    return [creation] + past + present
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
  /// Writes all but the creation and the past.
  func encode(into writer: inout GroupFieldWriter) {
    base.encode(into: &writer)
    writer.write(optional: baseSecret)
    for list in [entries, waiting] {
      writer.write(UInt32(list.count))
      for entry in list {
        writer.write(entry.change.encoded)
        writer.write(optional: entry.secret)
      }
    }
  }

  /// Writes the creation and the past, which change seldom.
  func encodePast(into writer: inout GroupFieldWriter) {
    writer.write(creation.encoded)
    writer.write(UInt32(past.count))
    for change in past { writer.write(change.encoded) }
  }

  /// Reads what ``encode(into:)`` and ``encodePast(into:)`` wrote; the signatures were verified before that.
  ///
  /// - Throws: ``MessagingError/group(_:)``, ``MessagingError/message(_:)``.
  init(
    from reader: inout ByteReader<MessagingError>,
    past pastReader: inout ByteReader<MessagingError>
  ) throws(MessagingError) {
    let creation = try GroupChange(decoding: try pastReader.bytes(limit: GroupLimits.content))
    var past: [GroupChange] = []
    for _ in 0..<(try pastReader.count(limit: GroupLimits.record / 200)) {
      past.append(try GroupChange(decoding: try pastReader.bytes(limit: GroupLimits.content)))
    }
    let base = try GroupState(from: &reader)
    guard creation.digest == base.identifier.bytes, (past.last ?? creation).digest == base.head else {
      throw .group(.invalid)
    }
    self.init(creation, past, base: base, secret: try reader.optionalKey())
    try readEntries(from: &reader)
  }

  private mutating func readEntries(from reader: inout ByteReader<MessagingError>) throws(MessagingError) {
    for _ in 0..<(try reader.count(limit: GroupLimits.changes)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      try takeVerified(Entry(change, try reader.optionalKey()))
    }
    for _ in 0..<(try reader.count(limit: GroupLimits.waiting)) {
      let change = try GroupChange(decoding: try reader.bytes(limit: GroupLimits.content))
      wait(for: Entry(change, try reader.optionalKey()))
    }
    let first = base.head
    settle()
    guard base.head == first else { throw .group(.invalid) }
  }

  /// The history up to the change that took somebody out, for that somebody; `nil` for who was not in it lately.
  func ending(for peer: GroupMachine.Peer) -> GroupHistory? {
    guard head.member(peer) == nil, let last = path.lastIndex(where: { $0.member(peer) != nil }) else {
      return nil
    }
    return upTo(path[last + 1].epoch)
  }
}
