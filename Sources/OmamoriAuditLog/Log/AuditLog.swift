public import OmamoriCore

/// A log of what matters for security, which cannot be changed afterwards without that being noticed.
///
/// What `append` acknowledged is on the disk. Each record is sealed under a key that is gone when the
/// next one is written, so not even this program can read the log back; the auditor can. ``events`` is the sink for the
/// other modules. Close the log with ``close()``: one that ends otherwise has an open tail, which the verifier says.
/// Safe to use from any thread.
public actor AuditLog {
  /// The public key of the log, by which a verifier knows it.
  public nonisolated let key: LogKey
  /// The sink through which the other modules of the toolkit report into the log; it never waits, and what it has to drop
  /// is counted and recorded.
  public nonisolated let events: any SecurityEvents

  let setting: LogWriter.Setting
  let history: LogHistory
  private nonisolated let door: LogDoor
  private let end: LogFarewell

  private init(_ setting: LogWriter.Setting, _ history: LogHistory, _ end: LogFarewell) {
    (self.setting, self.history, self.end) = (setting, history, end)
    (key, door, events) = (setting.identity.key, setting.door, AuditLogEvents(door: setting.door))
  }

  deinit { setting.door.command { $0?.abandon() } }

  /// Opens a log, or begins one, and begins a new segment of it.
  ///
  /// What the last run left unfinished is recovered and recorded. The log is compared with its anchors; one that
  /// contradicts it is recorded as an alarm, stands in ``anchorFaults`` and gets no checkpoints. So does one that is gone
  /// although the log was there before, until it is put back.
  ///
  /// - Parameters:
  ///   - folder: The log's folder, which is made when it is missing; nobody else may write to it.
  ///   - auditor: Who can read the log.
  ///   - secrets: Where the log's own keys are: they are made for a new log, and have to be there for another one.
  ///   - anchors: Places outside of the log that remember how far it was.
  ///   - settings: How it is kept.
  ///   - clock: The time of day.
  /// - Returns: The log.
  /// - Throws: ``AuditLogError/storage(_:)`` with ``LogStorageFault/inUse`` when somebody else writes it;
  ///   ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` when the secrets are of another log;
  ///   ``AuditLogError/core(_:)`` when they cannot be had.
  public static func open(
    in folder: String, auditor: AuditorKey, secrets: any SecretStore, anchors: [any LogAnchor] = [],
    settings: AuditLogSettings = AuditLogSettings(), clock: any WallClock = SystemWallClock()
  ) async throws(AuditLogError) -> AuditLog {
    let storage = try await OwnThread.run { () throws(AuditLogError) in try FolderStorage(folder) }
    return try await open(
      storage, LogFolder(path: folder), auditor, secrets, anchors, settings.limited, clock)
  }

  static func open(
    _ storage: any LogStorage, _ folder: LogFolder, _ auditor: AuditorKey, _ secrets: any SecretStore,
    _ anchors: [any LogAnchor], _ settings: AuditLogSettings, _ clock: any WallClock
  ) async throws(AuditLogError) -> AuditLog {
    let (lock, isNew) = try await OwnThread.run { () throws(AuditLogError) in
      (try storage.lock(), try folder.segments().isEmpty)
    }
    do throws(AuditLogError) {
      let keys = try await LogSecrets(settings, secrets, isNew: isNew)
      let index = SegmentIndex(folder)
      let end = try await OwnThread.run { () throws(AuditLogError) in
        if let pruned = try folder.pruned(verifiedBy: keys.identity.key) {
          try index.finish(pruned, storage)
        }
        let end = try folder.end(verifiedBy: keys.identity.key)
        // What was not acknowledged is kept, also before delivery begins again.
        if let cursor = try LogDelivery.cursor(in: storage) {
          index.acknowledged = cursor.isWithin(end?.position.tree.count ?? 0) ? cursor.next : 0
        }
        return end
      }
      let readers = [auditor] + keys.localReaders
      let recipients = try readers.map { (reader) throws(AuditLogError) in try reader.agreementKey }
      let subjects = SubjectKeys(storage, for: recipients, tagKey: keys.fields)
      let encoder = EventEncoder(screening: settings.screening, keys: subjects)
      let door = LogDoor(settings, encoder, clock: clock)
      let history = LogHistory(folder: folder, storage: storage, index: index)
      let keeper = AnchorKeeper(
        anchors, of: keys.identity.key, history, acceptsMissing: settings.acceptsMissingAnchor
      ) { door.report($0) }
      await keeper.compare(end, isKnown: keys.wereThere)
      let plain = PlainQueue(
        greatestSize: settings.greatestPlainQueue, end: end?.position.tree.count ?? 0)
      let setting = LogWriter.Setting(
        storage: storage, identity: keys.identity, readers: readers, settings: settings, encoder: encoder,
        clock: clock, door: door, plain: plain, state: Protected(LogState()), anchors: keeper, segments: index
      )
      let farewell = LogFarewell()
      try await LogWriter.start(setting, after: end, lock) { farewell.say() }
      keeper.tell()
      let log = AuditLog(setting, history, farewell)
      try await log.announce(isNew: isNew)
      return log
    } catch {
      lock.close()
      throw error
    }
  }

  /// Tells the anchors that a run began, before anything is acknowledged: it can then not be removed as a whole.
  private func announce(isNew: Bool) async throws(AuditLogError) {
    guard !setting.anchors.isEmpty else { return }
    // A counter that was just made says nothing before the log has its number.
    if isNew || setting.anchors.hasNewCounter {
      try await checkpoint()
      return
    }
    let isReachable = !setting.anchors.faults.contains(.unreachable)
    try await command { (writer) throws(AuditLogError) in try writer.announce() }
    if isReachable { await setting.anchors.settle() }
  }

  // MARK: - Appending

  /// Records an event and waits until it is on the disk.
  ///
  /// Cancelling takes the event back while it still waits in memory; one that is being written is recorded.
  ///
  /// - Parameter event: The event.
  /// - Returns: The record's place among the entries of the log.
  /// - Throws: ``AuditLogError/event(_:)`` for one that cannot be recorded; ``AuditLogError/storage(_:)`` when the disk
  ///   is full, failed, or is too slow and the settings say not to wait; ``AuditLogError/cancelled``.
  @discardableResult
  public nonisolated func append(_ event: AuditEvent) async throws(AuditLogError) -> UInt64 {
    try await door.append(event)
  }

  /// Records an event that is known by name; see `append`.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - fields: What is known about it.
  /// - Returns: The record's place among the entries of the log.
  /// - Throws: What `append` throws.
  @discardableResult
  public nonisolated func append(
    _ event: KnownEvent, _ fields: KeyValuePairs<StaticString, AuditField> = [:]
  ) async throws(AuditLogError) -> UInt64 {
    var described = AuditEvent(event)
    for (name, field) in fields { described = described.with(name, field) }
    return try await door.append(described)
  }

  /// Records events together and waits until all of them are on the disk.
  ///
  /// - Parameter events: The events in their order.
  /// - Returns: The place of the last record; `nil` when there were no events.
  /// - Throws: What `append` throws; events before the one that failed may be recorded.
  @discardableResult
  public nonisolated func append(_ events: [AuditEvent]) async throws(AuditLogError) -> UInt64? {
    try await door.append(events)
  }

  // MARK: - Keeping

  /// What was written until now.
  public var statistics: AuditLogStatistics { AuditLogStatistics(setting.state.current) }

  /// What is wrong with each anchor, in their order; `nil` for one that agrees with the log.
  public var anchorFaults: [AnchorFault?] { setting.anchors.faults }

  /// Signs what the log is now and waits until the anchors have it or refused it.
  ///
  /// - Returns: The checkpoint, for whoever else wants to remember it.
  /// - Throws: ``AuditLogError/storage(_:)``. What anchors say is in ``anchorFaults``.
  @discardableResult
  public func checkpoint() async throws(AuditLogError) -> Checkpoint {
    let checkpoint = try await command { (writer) throws(AuditLogError) in try writer.checkpoint() }
    await setting.anchors.settle()
    return checkpoint
  }

  /// Ends the segment and begins the next one; what retention does not keep is removed.
  ///
  /// - Throws: ``AuditLogError/storage(_:)``.
  public func rotate() async throws(AuditLogError) {
    try await command { (writer) throws(AuditLogError) in try writer.rotateNow() }
  }

  /// Makes everything private about a subject unreadable for good, and records that it was done.
  ///
  /// The log stays as verifiable as before. Copies of the folder, such as backups, keep their keys.
  ///
  /// - Parameter subject: Whom it is about.
  /// - Returns: Whether there was anything.
  /// - Throws: ``AuditLogError/storage(_:)``.
  @discardableResult
  public func erase(_ subject: AuditSubject) async throws(AuditLogError) -> Bool {
    try await command { (writer) throws(AuditLogError) in try writer.erase(subject) }
  }

  /// Writes what still waits and the close record, and hands the last checkpoint to the anchors.
  ///
  /// - Returns: The last checkpoint.
  /// - Throws: ``AuditLogError/storage(_:)``, with ``LogStorageFault/closed`` for a log that is closed already.
  @discardableResult
  public func close() async throws(AuditLogError) -> Checkpoint {
    let checkpoint = try await command { (writer) throws(AuditLogError) in try writer.close() }
    await setting.anchors.settle()
    await end.wait()
    return checkpoint
  }

  private nonisolated func command<Value: Sendable>(
    _ work: @escaping @Sendable (LogWriter) throws(AuditLogError) -> Value
  ) async throws(AuditLogError) -> Value {
    let door = door
    let result: Result<Value, AuditLogError> = await withCheckedContinuation { continuation in
      door.command { writer in
        continuation.resume(
          returning: Result { () throws(AuditLogError) in
            guard let writer else { throw .storage(.closed) }
            return try work(writer)
          })
      }
    }
    return try result.get()
  }
}

extension AuditLog {
  /// Prepares to hand the log on; call ``LogDelivery/run()`` or ``LogDelivery/flush()`` on what is returned.
  ///
  /// One collector a log: how far it has the log is kept in the log's folder.
  ///
  /// - Parameters:
  ///   - delivery: The way to the collector.
  ///   - format: The format of events that are still in memory.
  ///   - source: Who writes the log.
  ///   - settings: Sizes and pauses.
  /// - Returns: What hands the log on.
  /// - Throws: ``AuditLogError/storage(_:)`` and ``AuditLogError/format(_:)`` when it cannot be read how far the log was
  ///   handed on.
  public func delivery(
    to delivery: any Delivery, as format: ExportFormat = .jsonLines, from source: ExportSource,
    settings: DeliverySettings = DeliverySettings()
  ) async throws(AuditLogError) -> LogDelivery {
    try await LogDelivery(setting, history, to: delivery, as: format, from: source, settings)
  }
}

/// A task that waits until its events are durable.
///
/// It is answered once for each event: with the first failure, or with the last success. Safe to use from any thread.
final class AppendWaiter: Sendable {
  typealias Answer = Result<UInt64, AuditLogError>

  private struct State {
    var left: Int
    var answer: Answer?
    var continuation: CheckedContinuation<Answer, Never>?
  }

  private let state: Protected<State>

  /// Waits for so many events, at least one.
  init(count: Int = 1) { state = Protected(State(left: count)) }

  /// Waits for the answers to all events.
  func wait() async -> Answer {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Answer? in
        guard state.left <= 0, let answer = state.answer else {
          state.continuation = continuation
          return nil
        }
        return answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Gives the answer to some events: the number of the last one's record, or why there is none.
  func answer(_ answer: Answer, count: Int = 1) {
    let (continuation, result) = state.withLock { state -> (CheckedContinuation<Answer, Never>?, Answer) in
      guard state.left > 0 else { return (nil, answer) }
      state.left -= count
      let result = state.answer?.combined(with: answer) ?? answer
      state.answer = result
      guard state.left <= 0 else { return (nil, result) }
      defer { state.continuation = nil }
      return (state.continuation, result)
    }
    continuation?.resume(returning: result)
  }
}

extension AppendWaiter.Answer {
  /// The answer to events before others: the first failure, or the last success.
  func combined(with later: Self) -> Self {
    if case .failure = self { return self }
    return later
  }
}

/// Whether the machine that writes a log can read it again.
public enum LocalReading: Sendable, Hashable, CaseIterable {
  /// Only the auditor reads; who takes the machine reads nothing of what was written before.
  case off
  /// A key in the secret store reads, too.
  case keychainKey
}
