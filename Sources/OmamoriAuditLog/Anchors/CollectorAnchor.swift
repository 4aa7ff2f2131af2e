public import OmamoriCore

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
