import AuditEngine
import OmamoriReport

/// How much harm a value does in other hands.
enum DisclosedValue {
  /// Secrets, cards and accounts are worse than an address; a name alone proves no real credential.
  static func severity(_ arrival: FlowArrival) -> Severity {
    arrival.kind == .secret || StoredSecret.isGrave(arrival.source, .personal) ? .medium : .info
  }
}
