#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog
import OmamoriCore

/// A way to a collector that warns when a delivery fails for another reason than the last one.
struct ReportedDelivery: Delivery {
  private let collector: CollectorOptions.Collector
  private let arguments: Arguments
  private let last = Protected<DeliveryProblem?>(nil)

  init(_ collector: CollectorOptions.Collector, _ arguments: Arguments) {
    (self.collector, self.arguments) = (collector, arguments)
  }

  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    do throws(DeliveryProblem) {
      let receipt = try await collector.delivery.deliver(batch)
      last.withLock { $0 = nil }
      return receipt
    } catch {
      await report(error)
      throw error
    }
  }

  private func report(_ problem: DeliveryProblem) async {
    switch problem {
    // A record that is refused is set aside, and the log says so.
    case .rejected, .cancelled: return
    default: break
    }
    let isKnown = last.withLock { last in
      defer { last = problem }
      return last?.explanation == problem.explanation
    }
    guard !isKnown else { return }
    let reason = problem == .untrusted ? await collector.whyRefused() : nil
    let error = AuditLogError.delivery(problem)
    arguments.warn(reason?.message ?? error.message, hint: reason?.hint ?? error.advice)
  }
}
#endif
