import AuditEngine
import OmamoriReport

/// How much harm a value does in other hands.
enum DisclosedValue {
  /// Secrets, cards and accounts are worse than an address.
  static func severity(_ arrival: FlowArrival) -> Severity {
    if arrival.kind == .secret { return .high }
    return StoredSecret.isGrave(arrival.source, .personal) ? .medium : .low
  }
}
