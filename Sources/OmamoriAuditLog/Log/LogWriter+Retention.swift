import OmamoriCore

// How large a log gets, and what of it is kept.

extension LogWriter {
  /// Whether a batch finds room, after old segments made some if they may.
  func hasRoom(for work: LogDoor.Work) throws(AuditLogError) -> Bool {
    guard let limit = setting.settings.greatestSize else { return true }
    let needed = work.events.reduce(1024) { $0 + $1.cost + 128 }
    if try totalSize() + needed <= limit { return true }
    try prune(toSize: max(limit - needed, 0))
    return try totalSize() + needed <= limit
  }

  private func totalSize() throws(AuditLogError) -> Int {
    try setting.segments.closedSize(setting.storage, before: segment.segment) + segment.size
  }

  /// Removes the segments that are not kept.
  func prune(_ retention: LogRetention) throws(AuditLogError) {
    if let age = retention.age {
      let oldest = setting.clock.date.addingTimeInterval(-Double(age.components.seconds))
      // A segment ended when the one after it began.
      try remove { _, end in end < LogTime.milliseconds(oldest) }
    }
    if let size = retention.size { try prune(toSize: size) }
  }

  private func prune(toSize size: Int) throws(AuditLogError) {
    guard setting.settings.retention != nil else { return }
    var rest = try totalSize()
    try remove { segment, _ in
      guard rest > size else { return false }
      rest -= segment.size
      return true
    }
  }

  /// Removes the oldest segments while `isOld` says so, and leaves a note that keeps the rest verifiable.
  private func remove(_ isOld: (SegmentIndex.Entry, UInt64) -> Bool) throws(AuditLogError) {
    let acknowledged = setting.segments.acknowledged
    let current = segment.segment
    let candidates = try setting.segments.closed(setting.storage, before: current)
    var victims: [SegmentIndex.Entry] = []
    for (index, entry) in candidates.enumerated() {
      let next = index + 1 < candidates.count ? candidates[index + 1] : nil
      let (end, ended) = (next?.first ?? segment.firstSequence, next?.milliseconds ?? segment.milliseconds)
      guard end <= acknowledged ?? .max, isOld(entry, ended) else { break }
      victims.append(entry)
    }
    guard let last = victims.last else { return }
    let following = candidates.first { $0.segment > last.segment }?.segment ?? current
    try setting.segments.prune(before: following, setting)
    var plain: [PlainRecord] = []
    let count = AuditField.public(.integer(Int64(victims.count)))
    let next = AuditField.public(.integer(Int64(clamping: following)))
    try note(AuditEvent(.segmentsPruned).with("count", count).with("first", next), into: &plain)
    try flush()
    publish(plain)
  }
}

extension LogWriter {
  /// What a log is written with.
  struct Setting: Sendable {
    let storage: any LogStorage
    let identity: LogIdentity
    let readers: [AuditorKey]
    let settings: AuditLogSettings
    let encoder: EventEncoder
    let clock: any WallClock
    let door: LogDoor
    let plain: PlainQueue
    let state: Protected<LogState>
    let anchors: AnchorKeeper
    let segments: SegmentIndex
  }
}

extension LogWriter.Setting {
  /// Says what became durable, up to an entry.
  func publish(_ records: [PlainRecord], end: UInt64) {
    state.withLock { state in
      state.size = end
      state.events += UInt64(records.count)
      state.flushes += 1
    }
    plain.add(records, end: end)
  }

  /// Lets nothing be written any more, and refuses what waits.
  func poison(_ error: AuditLogError) {
    state.withLock { state in if state.failure == nil { state.failure = error } }
    door.close(error)
  }
}
