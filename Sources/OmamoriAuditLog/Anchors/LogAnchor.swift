public import OmamoriCore

/// A place outside of the log that remembers how far the log was, so that putting the log back to an older state, or
/// writing another history, is noticed.
///
/// It is worth as much as it is out of reach of whoever can change the log. Safe to use from any thread.
public protocol LogAnchor: Sendable {
  /// What the anchor knows of a log.
  ///
  /// - Parameter log: The log.
  /// - Returns: What it knows; nothing of a log that it never saw.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/unreachable`` when it cannot say.
  func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge

  /// Remembers a checkpoint.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint, whose bytes are on the disk.
  ///   - previous: What the anchor knew and the log was compared with; it refuses when it knows something else.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/rolledBack``, ``AnchorFault/mismatch`` or
  ///   ``AnchorFault/unreachable``.
  func remember(_ checkpoint: Checkpoint, after previous: Checkpoint?) async throws(AuditLogError)
}

/// What an anchor knows of a log.
public struct AnchorKnowledge: Sendable, Hashable {
  /// The newest checkpoint that it remembers.
  public var checkpoint: Checkpoint?
  /// What its counter stands at, for an anchor that counts.
  public var counter: UInt64?
  /// Whether the counter was made just now, so that the log cannot have its number yet.
  public var isCounterNew: Bool
  /// Whether there is nothing at the place where the anchor keeps what it knows.
  ///
  /// That is right for a log that begins. Of a log that was there before somebody may have removed what was known, so it is a
  /// fault, ``AnchorFault/missing``, unless ``AuditLogSettings/acceptsMissingAnchor`` says otherwise.
  public var isMissing: Bool

  /// Says what is known.
  public init(
    checkpoint: Checkpoint? = nil, counter: UInt64? = nil, isCounterNew: Bool = false, isMissing: Bool = false
  ) {
    (self.checkpoint, self.counter) = (checkpoint, counter)
    (self.isCounterNew, self.isMissing) = (isCounterNew, isMissing)
  }
}

/// An anchor at a collector, which remembers the newest checkpoint that it was sent and echoes what it knows.
///
/// A checkpoint goes out as a batch of one record, the signed note. An empty batch asks what the collector knows. Safe to
/// use from any thread.
public struct CollectorAnchor: LogAnchor {
  /// The media type of a checkpoint.
  public static let mediaType = "text/x.tlog.checkpoint"
  private let delivery: any Delivery

  /// Uses a collector.
  public init(_ delivery: any Delivery) { self.delivery = delivery }

  /// Asks the collector what it knows.
  ///
  /// - Parameter log: The log.
  /// - Returns: The checkpoint that it echoes.
  /// - Throws: ``AuditLogError/anchor(_:)`` when it cannot be reached, and with ``AnchorFault/mismatch`` when its answer is
  ///   no checkpoint that the log signed.
  public func knowledge(of log: LogKey) async throws(AuditLogError) -> AnchorKnowledge {
    // A number of its own for each question: a collector answers a batch that it had before like the first time.
    let question = "\(log.origin)-checkpoint-\(UInt64.random(in: 0...UInt64.max))"
    return AnchorKnowledge(checkpoint: try await send(question, [], size: 0, log))
  }

  /// Sends a checkpoint and compares it with what the collector knows then.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint.
  ///   - previous: Not needed.
  /// - Throws: ``AuditLogError/anchor(_:)`` with ``AnchorFault/rolledBack`` when the collector knows a later state, with
  ///   ``AnchorFault/mismatch`` when it knows another one and with ``AnchorFault/unreachable`` when it does not echo.
  public func remember(
    _ checkpoint: Checkpoint, after previous: Checkpoint?
  ) async throws(AuditLogError) {
    let identifier = "\(checkpoint.key.origin)-checkpoint-\(checkpoint.size)-\(checkpoint.milliseconds)"
    guard
      let known = try await send(identifier, [checkpoint.note], size: checkpoint.size, checkpoint.key)
    else { throw .anchor(.unreachable) }
    guard known.size <= checkpoint.size else { throw .anchor(.rolledBack) }
    guard known.size == checkpoint.size, known.root == checkpoint.root else { throw .anchor(.mismatch) }
  }

  private func send(
    _ identifier: String, _ records: [[UInt8]], size: UInt64, _ log: LogKey
  ) async throws(AuditLogError) -> Checkpoint? {
    let batch = DeliveryBatch(
      identifier: identifier, firstRecord: size, mediaType: Self.mediaType, records: records)
    let receipt: DeliveryReceipt
    do throws(DeliveryProblem) {
      receipt = try await delivery.deliver(batch)
    } catch {
      throw error == .cancelled ? .cancelled : .anchor(.unreachable)
    }
    guard let note = receipt.checkpoint else { return nil }
    do throws(AuditLogError) {
      return try Checkpoint(note: note, verifiedBy: log)
    } catch {
      throw .anchor(.mismatch)
    }
  }
}
