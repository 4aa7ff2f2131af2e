import OmamoriCore

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
