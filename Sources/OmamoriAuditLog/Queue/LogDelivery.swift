import OmamoriCore

/// Hands a log on to a collector, at least once, from where the last run stopped; the log itself is the queue.
///
/// Events that are still in memory go out in a plain format; older ones, and those of an earlier run, as the sealed
/// entries of the log, which the auditor can read. A batch that is sent again has the same identifier and the same
/// records. A record that the collector refuses on its own is set aside, which is recorded. Safe to use from any thread.
public actor LogDelivery {
  /// The media type of sealed entries: headers of segments and frames, as they stand in the files.
  public static let sealedMediaType = "application/vnd.omamori.audit-log"
  /// The name of the file beside the log that says how far it was handed on.
  static let fileName = "delivery"

  private let setting: LogWriter.Setting
  private let history: LogHistory
  private let delivery: any Delivery
  private let format: ExportFormat
  private let source: ExportSource
  private let settings: DeliverySettings
  private let gate = SerialGate()
  private var machine: DeliveryMachine
  private var isolated: UInt64
  private var problem: DeliveryProblem?
  private var contradiction: AnchorFault?

  init(
    _ setting: LogWriter.Setting, _ history: LogHistory, to delivery: any Delivery, as format: ExportFormat,
    from source: ExportSource, _ settings: DeliverySettings
  ) async throws(AuditLogError) {
    (self.setting, self.history, self.delivery) = (setting, history, delivery)
    (self.format, self.source, self.settings) = (format, source, settings)
    let (storage, segments) = (setting.storage, setting.segments)
    let end = setting.plain.end
    let (cursor, isAhead) = try await OwnThread.run { () throws(AuditLogError) in
      let kept = try Self.cursor(in: storage)
      if let kept, kept.isWithin(end) { return (kept, false) }
      return (DeliveryCursor(next: try segments.firstEntry(storage)), kept != nil)
    }
    machine = DeliveryMachine(cursor, settings)
    isolated = machine.cursor.isolated
    if isAhead {
      // More was acknowledged than is there, so the log was put back; what is there now is handed on from its beginning.
      contradiction = .rolledBack
      Self.tell(.rolledBack, of: "delivery", setting)
    }
    setting.segments.acknowledged = machine.cursor.next
    setting.plain.beginDelivery()
  }

  /// How far a log was handed on; `nil` when it never was.
  nonisolated static func cursor(in storage: any LogStorage) throws(AuditLogError) -> DeliveryCursor? {
    guard let bytes = try storage.read(fileName, limit: DeliveryCursor.byteCount) else { return nil }
    return try DeliveryCursor(decoding: bytes)
  }

  /// How far the log was handed on.
  public var progress: DeliveryProgress {
    DeliveryProgress(
      acknowledged: machine.cursor.next,
      waiting: setting.plain.end - min(machine.cursor.next, setting.plain.end),
      isolated: machine.cursor.isolated, problem: problem, contradiction: contradiction)
  }

  /// Sends until there is nothing more to send, or something keeps it from that.
  ///
  /// - Throws: ``AuditLogError/delivery(_:)`` with the first problem; call again later. ``AuditLogError/storage(_:)``.
  public func flush() async throws(AuditLogError) { try await work(stopsWhenIdle: true) }

  /// Sends for as long as the log is open, with pauses after failures; end it by cancelling its task.
  ///
  /// - Throws: ``AuditLogError/storage(_:)`` and ``AuditLogError/cancelled``.
  public func run() async throws(AuditLogError) { try await work(stopsWhenIdle: false) }

  private func work(stopsWhenIdle: Bool) async throws(AuditLogError) {
    while true {
      switch try await sendWhatIsThere() {
      case .pause(let duration):
        // The next call begins with the same batch.
        if stopsWhenIdle, let problem { throw .delivery(problem) }
        do { try await Task.sleep(for: duration) } catch { throw .cancelled }
      case .stop(let problem): throw problem == .cancelled ? .cancelled : .delivery(problem)
      default:
        if stopsWhenIdle { return }
        guard await waitForMore() else { return }
      }
    }
  }

  /// Sends until there is nothing more to send, or something keeps it from that.
  ///
  /// One caller at a time, since another one's answer must not count for this one's batch.
  ///
  /// - Returns: A pause, a sleep or a stop.
  private func sendWhatIsThere() async throws(AuditLogError) -> DeliveryMachine.Action {
    await gate.enter()
    defer { gate.leave() }
    var action = machine.handle(.available(end: setting.plain.end))
    while true {
      if Task.isCancelled { throw .cancelled }
      switch action {
      case .save(let cursor):
        try await save(cursor)
        action = machine.handle(.saved)
      case .send(let range): action = machine.handle(try await send(range))
      case .pause, .sleep, .stop: return action
      }
    }
  }

  /// Waits for entries; `false` when the log is closed.
  private func waitForMore() async -> Bool {
    let (plain, next) = (setting.plain, machine.cursor.next)
    await withTaskCancellationHandler {
      await plain.wait(past: next)
    } onCancel: {
      plain.wake()
    }
    return plain.end > next || (setting.state.current.failure == nil && !Task.isCancelled)
  }

  private func save(_ cursor: DeliveryCursor) async throws(AuditLogError) {
    let storage = setting.storage
    try await OwnThread.run { () throws(AuditLogError) in
      try storage.replace(Self.fileName, with: cursor.encoded)
    }
    setting.segments.acknowledged = cursor.next
    setting.plain.remove(before: cursor.next)
    // One event for each batch that was gone through, however many of its records are refused.
    if cursor.isolated > isolated, cursor.refusedEnd == 0 {
      let count = AuditField.public(.integer(Int64(clamping: cursor.isolated - isolated)))
      let record = AuditField.public(.integer(Int64(clamping: cursor.lastIsolated)))
      isolated = cursor.isolated
      setting.door.report(AuditEvent(.deliveryIsolated).with("count", count).with("record", record))
    }
  }

  private func send(_ range: Range<UInt64>) async throws(AuditLogError) -> DeliveryMachine.Event {
    let batch = try await batch(range)
    // Entries that say nothing to the collector, such as heartbeats, need no message.
    guard let batch else { return .delivered }
    do throws(DeliveryProblem) {
      let receipt = try await delivery.deliver(batch)
      problem = nil
      try? await check(receipt)
      return .delivered
    } catch {
      problem = error
      return .failed(error)
    }
  }

  private func batch(_ range: Range<UInt64>) async throws(AuditLogError) -> DeliveryBatch? {
    let identifier = "\(setting.identity.key.origin)-\(range.lowerBound)-\(range.upperBound)"
    if let plain = setting.plain.records(in: range) {
      guard let first = plain.first else { return nil }
      var records: [[UInt8]] = []
      for record in plain {
        let entry = ExportEntry(
          try AuditRecord(decoding: record.bytes), log: setting.identity.key.identifier,
          segment: record.segment, sequence: record.sequence)
        records.append(format.bytes(of: entry, from: source))
      }
      return DeliveryBatch(
        identifier: identifier, firstRecord: first.sequence, mediaType: format.mediaType, records: records)
    }
    let history = history
    let entries = try await OwnThread.run { () throws(AuditLogError) in try history.allEntries(in: range) }
    guard !entries.isEmpty else { return nil }
    return DeliveryBatch(
      identifier: identifier, firstRecord: range.lowerBound, mediaType: Self.sealedMediaType,
      records: entries)
  }

  /// Compares what the collector says that it knows with the log.
  private func check(_ receipt: DeliveryReceipt) async throws(AuditLogError) {
    guard let note = receipt.checkpoint else { return }
    let history = history
    let (key, size) = (setting.identity.key, setting.plain.end)
    let fault = await Self.fault(note, key, size, history)
    guard let fault, contradiction != fault else { return }
    contradiction = fault
    Self.tell(fault, of: "receipt", setting)
  }

  private static func tell(_ fault: AnchorFault, of anchor: AuditValue, _ setting: LogWriter.Setting) {
    let word: AuditValue = fault == .rolledBack ? "rolled-back" : "mismatch"
    setting.door.report(
      AuditEvent(.anchorContradicted).with("anchor", .public(anchor)).with("fault", .public(word)))
  }

  private static func fault(
    _ note: [UInt8], _ key: LogKey, _ size: UInt64, _ history: LogHistory
  ) async -> AnchorFault? {
    do throws(AuditLogError) {
      let checkpoint = try Checkpoint(note: note, verifiedBy: key)
      guard checkpoint.size <= size else { return .rolledBack }
      let root = try await OwnThread.run { () throws(AuditLogError) in try history.root(at: checkpoint.size) }
      return root == nil || root == checkpoint.root ? nil : .mismatch
    } catch {
      return .mismatch
    }
  }
}
