import OmamoriCore

@testable import OmamoriAuditLog

/// A collector in this process, with the faults of real ones.
final class TestCollector: Delivery {
  /// What goes wrong.
  enum Fault: Sendable, Equatable {
    case unreachable
    /// It takes the batch and then the answer is lost.
    case lostAnswer
    case busy
    /// It refuses batches with a record that holds these bytes.
    case refusing([UInt8])
    /// It says that it knows this.
    case lying([UInt8])
  }

  let fault = Protected<Fault?>(nil)
  /// Every batch that arrived, also more than once.
  let batches = Protected<[DeliveryBatch]>([])
  private let note = Protected<[UInt8]?>(nil)

  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    let fault = fault.current
    if fault == .unreachable { throw .unreachable }
    if fault == .busy { throw .busy(retryAfter: .milliseconds(20)) }
    if case .refusing(let bytes) = fault, batch.records.contains(where: { $0.contains(bytes) }) {
      throw .rejected
    }
    if batch.mediaType == CollectorAnchor.mediaType {
      if let newest = batch.records.first { note.withLock { $0 = newest } }
    } else {
      batches.withLock { $0.append(batch) }
    }
    if fault == .lostAnswer { throw .unreachable }
    if case .lying(let note) = fault { return DeliveryReceipt(checkpoint: note) }
    return DeliveryReceipt(checkpoint: note.current)
  }
}
