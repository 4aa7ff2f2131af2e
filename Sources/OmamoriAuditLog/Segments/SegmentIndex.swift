import OmamoriCore

/// Which entries stand in which segment, found out as far as somebody asks.
///
/// Calls may wait for the disk. Safe to use from any thread.
final class SegmentIndex: Sendable {
  /// A segment of the past.
  struct Entry: Sendable, Hashable {
    /// Its number.
    let segment: UInt64
    /// The place of its header among the entries of the log.
    let first: UInt64
    /// When it began, in milliseconds since 1970.
    let milliseconds: UInt64
    /// Its size in bytes.
    let size: Int
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var current: (segment: UInt64, first: UInt64)?
    var acknowledged: UInt64?
  }

  private let folder: LogFolder
  private let state = Protected(State())

  /// Looks into a folder when asked.
  init(_ folder: LogFolder) { self.folder = folder }

  /// Up to which entry a collector has everything; `nil` without delivery.
  var acknowledged: UInt64? {
    get { state.withLock { $0.acknowledged } }
    set { state.withLock { $0.acknowledged = newValue } }
  }

  /// A segment begins.
  func begin(_ segment: UInt64, at first: UInt64) { state.withLock { $0.current = (segment, first) } }

  /// The segments before one, the oldest first.
  func closed(_ storage: any LogStorage, before current: UInt64) throws(AuditLogError) -> [Entry] {
    var entries: [Entry] = []
    for number in try folder.segments() where number < current {
      if let known = state.withLock({ $0.entries[number] }) {
        entries.append(known)
        continue
      }
      var stream = try folder.stream(ofSegment: number)
      let header = try stream.header()
      let size = try storage.size(LogFolder.name(ofSegment: number)) ?? 0
      let entry = Entry(
        segment: number, first: header.position.tree.count, milliseconds: header.milliseconds, size: size)
      state.withLock { $0.entries[number] = entry }
      entries.append(entry)
    }
    return entries
  }

  /// The bytes of all segments before one.
  func closedSize(_ storage: any LogStorage, before current: UInt64) throws(AuditLogError) -> Int {
    try closed(storage, before: current).reduce(0) { $0 + $1.size }
  }

  /// The segment that an entry stands in; `nil` when it is not there any more.
  func segment(of sequence: UInt64, _ storage: any LogStorage) throws(AuditLogError) -> UInt64? {
    let current = state.withLock { $0.current }
    if let current, sequence >= current.first { return current.segment }
    return try closed(storage, before: current?.segment ?? .max).last { $0.first <= sequence }?.segment
  }

  /// The first entry that is still there.
  func firstEntry(_ storage: any LogStorage) throws(AuditLogError) -> UInt64 {
    let current = state.withLock { $0.current }
    return try closed(storage, before: current?.segment ?? .max).first?.first ?? current?.first ?? 0
  }

  /// Removes the segments before one: first the log signs a note that they are gone, then they go.
  func prune(before following: UInt64, _ setting: LogWriter.Setting) throws(AuditLogError) {
    var stream = try folder.stream(ofSegment: following)
    let pruned = try PrunedSegments(
      before: try stream.header(), on: setting.clock.date, signedBy: setting.identity)
    try setting.storage.replace(LogFolder.prunedName, with: pruned.note)
    try remove(through: pruned.last, setting.storage)
  }

  /// Goes on with a removal that a crash interrupted.
  ///
  /// A note that does not belong to what is there removes nothing: the segment after those that it names has to be
  /// there, with the tree that the note signs.
  func finish(_ pruned: PrunedSegments, _ storage: any LogStorage) throws(AuditLogError) {
    guard let following = try folder.segments().first(where: { $0 > pruned.last }) else { return }
    var stream = try folder.stream(ofSegment: following)
    guard let header = try? stream.header(), pruned.isFollowed(by: header) else { return }
    try remove(through: pruned.last, storage)
  }

  /// Removes what a signed note says is gone.
  private func remove(through last: UInt64, _ storage: any LogStorage) throws(AuditLogError) {
    for number in try folder.segments() where number <= last {
      try storage.remove(LogFolder.name(ofSegment: number))
      state.withLock { $0.entries[number] = nil }
    }
  }
}
