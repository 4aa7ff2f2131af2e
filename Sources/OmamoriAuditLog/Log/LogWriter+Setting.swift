import OmamoriCore

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
