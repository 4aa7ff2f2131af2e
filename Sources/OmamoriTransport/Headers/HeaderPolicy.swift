/// Whether the security header fields of responses are looked at, and what follows.
///
/// A value; safe to share between threads.
public enum HeaderPolicy: Sendable, Hashable {
  /// They are not looked at.
  case off
  /// The response comes with a report.
  case report
  /// A response with a finding of this severity or above is refused before its body is read.
  case require(HeaderFinding.Severity)

  /// Judges the header of a response.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - host: The host that sent them.
  ///   - status: The status of the response.
  /// - Returns: The report; `nil` when the fields are not looked at.
  /// - Throws: ``TransportError/insecureHeaders(_:)`` with the findings that the policy does not accept.
  public func check(
    _ fields: ResponseFields, from host: HostName, status: Int = 200
  ) throws(TransportError) -> HeaderReport? {
    guard self != .off else { return nil }
    let report = HeaderReport(fields, from: host, status: status)
    guard case .require(let severity) = self else { return report }
    let refused = report.findings.filter { $0.severity >= severity }
    guard refused.isEmpty else { throw .insecureHeaders(refused) }
    return report
  }
}
