/// Hands batches of records on to whoever collects them; a port that a connection, a file or a test fulfils.
///
/// The caller sends a batch again until it is acknowledged, so the same batch may arrive more than once; its
/// ``DeliveryBatch/identifier`` tells. Safe to use from any thread.
public protocol Delivery: Sendable {
  /// Hands a batch on and waits until the other side has it for good.
  ///
  /// - Parameter batch: The batch.
  /// - Returns: What the other side said of it.
  /// - Throws: ``DeliveryProblem``; the batch may have arrived all the same.
  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt
}
