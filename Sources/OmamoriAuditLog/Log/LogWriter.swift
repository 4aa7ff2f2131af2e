import OmamoriCore

/// What writes a log: takes what came in, seals it and hands it on to be written.
///
/// Between batches it does what is due: heartbeats, checkpoints, new segments. One thread at a time.
final class LogWriter {
  let setting: Setting
  private let lane: FlushLane
  private(set) var segment: SegmentWriter
  private var schedule: LogSchedule
  private var segmentTick: UInt64
  private var newest: Int64 = 0
  private var isDone = false
  /// Whether this thread has to have the lane run, as nobody else does.
  private var hasToFlush = false
  /// Events of the log itself that wait for the next flush.
  private var backlog: [PlainRecord] = []
  /// What found no room and is recorded as soon as there is some.
  private var missed: (dropped: UInt64, refused: UInt64) = (0, 0)

  /// Begins a run: a new segment, with what the run before left behind.
  init(_ setting: Setting, _ lane: FlushLane, after end: LogEnd?) throws(AuditLogError) {
    (self.setting, self.lane) = (setting, lane)
    segmentTick = LogDoor.tick
    schedule = LogSchedule(setting.settings, now: segmentTick)
    let now = setting.clock.date
    segment = try SegmentWriter(
      at: end?.position ?? .beginning, on: now, for: setting.readers, signedBy: setting.identity,
      in: setting.storage)
    setting.segments.begin(segment.segment, at: segment.firstSequence)
    if let end, !end.isClosed || end.rest != .nothing {
      _ = try segment.seal(.recovered, RecoveryNote(end).encoded, on: now)
      let discarded = Int64(clamping: end.position.discarded)
      try note(AuditEvent(.logRecovered).with("discarded", .public(.integer(discarded))))
    }
    try note(opening)
    try segment.flush()
    publish([])
  }

  /// Does one turn: takes what came in, seals it and does what is due.
  ///
  /// - Returns: Whether the caller has to have the lane run, and whether the log was closed.
  private func turn() -> (flushes: Bool, isDone: Bool) {
    var work = setting.door.next(until: schedule.nextTime)
    write(&work)
    if !work.commands.isEmpty { try? drain() }  // A failure is known to every command.
    for command in work.commands { command(self) }
    do throws(AuditLogError) {
      if !isDone { try doWhatIsDue() }
    } catch {
      poison(error)
    }
    if isDone { finish() }
    defer { hasToFlush = false }
    return (hasToFlush, isDone)
  }

  private func finish() {
    segment.close()
    setting.door.close(.storage(.closed))
    setting.door.leave()
    setting.plain.finish()
  }

  /// Waits until what was handed on is on the disk.
  private func drain() throws(AuditLogError) {
    if hasToFlush {
      hasToFlush = false
      lane.run()
    }
    try lane.settle()
  }

  /// Works until the log is closed: two threads take turns, so that one seals while the other waits for the disk.
  private static func work(_ writer: Protected<LogWriter?>, _ lane: FlushLane) {
    while true {
      let (flushes, isDone) = writer.withLock { writer -> (Bool, Bool) in
        guard let turn = writer?.turn() else { return (false, true) }
        if turn.isDone { writer = nil }
        return turn
      }
      if flushes { lane.run() }
      if isDone { return }
    }
  }

  /// Writes a log on threads of its own until it is closed.
  ///
  /// - Parameters:
  ///   - setting: What it is written with.
  ///   - end: How the log ends now.
  ///   - lock: What keeps others out, given back with the threads' end.
  ///   - farewell: Called when the lock was given back.
  /// - Throws: Why the log cannot be written; there is no thread then.
  static func start(
    _ setting: Setting, after end: LogEnd?, _ lock: any LogFile, farewell: @escaping @Sendable () -> Void
  ) async throws(AuditLogError) {
    let result: Result<Void, AuditLogError> = await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start {
        do throws(AuditLogError) {
          let lane = FlushLane(setting)
          let writer = Protected<LogWriter?>(try LogWriter(setting, lane, after: end))
          // Without a second thread the log is only slower.
          _ = OwnThread.start { work(writer, lane) }
          continuation.resume(returning: .success(()))
          work(writer, lane)
          lock.close()
          farewell()
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if !isStarted { continuation.resume(returning: .failure(.system(code: OwnThread.refusal))) }
    }
    try result.get()
  }

  // MARK: - Events

  private func write(_ work: inout LogDoor.Work) {
    if let failure = setting.state.current.failure {
      schedule.end()
      return refuse(work.events, failure)
    }
    guard !work.events.isEmpty || work.dropped > 0 || work.refused > 0 else { return }
    missed.dropped += work.dropped
    missed.refused += work.refused
    var answers: [FlushLane.Answer] = []
    var plain: [PlainRecord] = []
    plain.reserveCapacity(work.events.count)
    do throws(AuditLogError) {
      guard try hasRoom(for: work) else {
        missed.dropped += UInt64(work.events.count { $0.waiter == nil })
        return refuse(work.events, .storage(.full))
      }
      for index in work.events.indices {
        let waiter = work.events[index].waiter
        let result = try seal(&work.events[index], into: &plain)
        if let waiter {
          FlushLane.Answer.add(result, for: waiter, to: &answers)
        } else if case .failure = result {
          missed.refused += 1
        }
      }
      try noteMissed(into: &plain)
    } catch {
      poison(error)
      return refuse(work.events, error)
    }
    schedule.didWrite(records: plain.count, now: LogDoor.tick)
    let records = backlog.isEmpty ? plain : backlog + plain
    backlog = []
    let end = segment.nextSequence
    segment.hand { (file, bytes) in
      let (spare, isIdle) = lane.take(
        FlushLane.Batch(file: file, bytes: bytes, records: records, answers: answers, end: end))
      hasToFlush = hasToFlush || isIdle
      return spare
    }
  }

  /// Seals an event; one that cannot be recorded as it is answers so and takes nothing with it.
  private func seal(
    _ event: inout QueuedEvent, into plain: inout [PlainRecord]
  ) throws(AuditLogError) -> Result<UInt64, AuditLogError> {
    var bytes: [UInt8]
    switch event.take() {
    case .encoded(let encoded): bytes = encoded
    case .unsealed(let unsealed):
      do throws(AuditLogError) {
        bytes = try setting.encoder.finish(unsealed)
      } catch {
        guard case .event = error else { throw error }
        return .failure(error)
      }
    }
    if event.nanoseconds < newest - 1_000_000_000 {
      let seconds = (newest - event.nanoseconds) / 1_000_000_000
      newest = event.nanoseconds
      try note(AuditEvent(.clockWentBack).with("seconds", .public(.integer(seconds))), into: &plain)
    }
    newest = max(newest, event.nanoseconds)
    let elapsed = event.tick > segmentTick ? event.tick - segmentTick : 0
    EventEncoder.stamp(&bytes, nanoseconds: event.nanoseconds, elapsed: elapsed)
    let date = Date(timeIntervalSince1970: Double(event.nanoseconds) / 1e9)
    let sequence = try segment.seal(.event, bytes, on: date)
    plain.append(PlainRecord(sequence: sequence, segment: segment.segment, bytes: bytes))
    return .success(sequence)
  }

  /// Records how many events could not be.
  private func noteMissed(into plain: inout [PlainRecord]) throws(AuditLogError) {
    for (event, count) in [(KnownEvent.eventsDropped, missed.dropped), (.eventRefused, missed.refused)]
    where count > 0 {
      let count = AuditField.public(.integer(Int64(clamping: count)))
      try note(AuditEvent(event).with("count", count), into: &plain)
    }
    missed = (0, 0)
  }

  private func refuse(_ events: [QueuedEvent], _ error: AuditLogError) {
    for event in events { event.waiter?.answer(.failure(error)) }
  }

  /// Records something that the log itself has to say.
  func note(_ event: AuditEvent, into plain: inout [PlainRecord]) throws(AuditLogError) {
    guard case .encoded(let bytes) = try setting.encoder.prepare(event) else { return }
    var queued = QueuedEvent(
      content: .encoded(bytes), nanoseconds: setting.clock.date.nanoseconds, tick: LogDoor.tick, waiter: nil)
    _ = try seal(&queued, into: &plain)
  }

  private func note(_ event: AuditEvent) throws(AuditLogError) {
    var plain: [PlainRecord] = []
    try note(event, into: &plain)
    backlog += plain
  }

  /// Brings everything that was sealed to the disk.
  func flush() throws(AuditLogError) {
    try drain()
    try segment.flush()
  }

  /// Says what became durable.
  func publish(_ plain: [PlainRecord]) {
    setting.publish(backlog + plain, end: segment.nextSequence)
    backlog = []
  }

  private func poison(_ error: AuditLogError) {
    schedule.end()
    setting.poison(error)
  }

  // MARK: - What is due

  private func doWhatIsDue() throws(AuditLogError) {
    guard setting.state.current.failure == nil else { return }
    let now = LogDoor.tick
    for action in schedule.due(now: now, size: segment.size) {
      switch action {
      case .heartbeat:
        _ = try segment.seal(.heartbeat, [], on: setting.clock.date)
        try flush()
        schedule.didBeat(now: now)
        publish([])
      case .checkpoint: _ = try checkpoint()
      case .rotation: try rotate()
      }
    }
  }

  /// Signs a checkpoint, brings it to the disk and hands it to the anchors.
  @discardableResult
  func checkpoint() throws(AuditLogError) -> Checkpoint {
    if let failure = setting.state.current.failure { throw failure }
    let (now, counter) = (setting.clock.date, setting.anchors.nextCounter)
    do throws(AuditLogError) {
      try segment.sealCheckpoint(on: now, counter: counter)
      return try settle(now, counter)
    } catch {
      poison(error)
      throw error
    }
  }

  /// Tells the anchors of a segment that has just begun, so that it cannot be removed as a whole.
  ///
  /// Only a counter needs a frame for that: its number has to stand in the log.
  func announce() throws(AuditLogError) {
    if let failure = setting.state.current.failure { throw failure }
    if setting.anchors.nextCounter != nil {
      try checkpoint()
    } else if !setting.anchors.isEmpty {
      // Anchors are told of nothing that is not on the disk.
      try drain()
      setting.anchors.offer(try segment.checkpoint(on: setting.clock.date, counter: nil))
    }
  }

  /// Ends the segment and begins the next one.
  ///
  /// The close names no number: the counter goes up with the beginning of the next segment, so that a log that ends
  /// between the two is not taken for a whole one.
  private func rotate() throws(AuditLogError) {
    let now = setting.clock.date
    try segment.sealClose(on: now, counter: nil)
    _ = try settle(now, nil)
    segment.close()
    segment = try SegmentWriter(
      at: segment.position, on: now, for: setting.readers, signedBy: setting.identity, in: setting.storage)
    setting.segments.begin(segment.segment, at: segment.firstSequence)
    segmentTick = LogDoor.tick
    schedule.didRotate(now: segmentTick)
    try note(opening)
    try flush()
    publish([])
    try announce()
    if let retention = setting.settings.retention { try prune(retention) }
  }

  /// Does so because somebody asks.
  func rotateNow() throws(AuditLogError) {
    if let failure = setting.state.current.failure { throw failure }
    do throws(AuditLogError) {
      try rotate()
    } catch {
      poison(error)
      throw error
    }
  }

  private func settle(_ now: Date, _ counter: UInt64?) throws(AuditLogError) -> Checkpoint {
    try flush()
    let checkpoint = try segment.checkpoint(on: now, counter: counter)
    schedule.didCheckpoint(now: LogDoor.tick)
    setting.state.withLock { $0.checkpoint = checkpoint }
    publish([])
    setting.anchors.offer(checkpoint)
    return checkpoint
  }

  /// Ends the log: writes the close record; nothing is written after it.
  func close() throws(AuditLogError) -> Checkpoint {
    defer { isDone = true }
    if let failure = setting.state.current.failure { throw failure }
    let (now, counter) = (setting.clock.date, setting.anchors.nextCounter)
    do throws(AuditLogError) {
      try noteMissed(into: &backlog)
      try segment.sealClose(on: now, counter: counter)
      let checkpoint = try settle(now, counter)
      poison(.storage(.closed))
      return checkpoint
    } catch {
      poison(error)
      throw error
    }
  }

  /// Ends without a close record, as when the program ended.
  func abandon() {
    isDone = true
    poison(.storage(.closed))
  }

  // MARK: - Erasure

  /// Erases a subject's private fields, and records that.
  ///
  /// - Returns: Whether there were any.
  func erase(_ subject: AuditSubject) throws(AuditLogError) -> Bool {
    if let failure = setting.state.current.failure { throw failure }
    let keys = setting.encoder.keys
    let tag = keys.tag(of: subject)
    guard try keys.erase(tag) else { return false }
    do throws(AuditLogError) {
      _ = try segment.seal(.erasure, tag, on: setting.clock.date)
      try note(AuditEvent(.subjectErased).with("subject", .public(.bytes(tag))))
      try flush()
    } catch {
      poison(error)
      throw error
    }
    publish([])
    return true
  }

  private var opening: AuditEvent {
    var event = AuditEvent(.logOpened)
    for (name, value) in SystemFacts.current.merging(setting.settings.facts, uniquingKeysWith: { $1 }) {
      event.replace(name, .public(value))
    }
    return event
  }
}
