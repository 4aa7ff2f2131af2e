package import OmamoriCore

/// Tells the log what the policy said of a new connection, when that is worth knowing.
package struct ConnectionEvents: Sendable {
  private let sink: any SecurityEvents

  package init(_ sink: any SecurityEvents) { self.sink = sink }

  /// Judges the security header fields of a response, and records that they could be better.
  ///
  /// - Throws: ``TransportError/insecureHeaders(_:)``.
  package func check(
    _ fields: ResponseFields, from host: HostName, status: Int, by policy: HeaderPolicy
  ) throws(TransportError) {
    let event = SecurityEvent("transport.headers", .transport, .notice)
      .with("host", .publicName(host.description))
    do throws(TransportError) {
      guard let report = try policy.check(fields, from: host, status: status), !report.findings.isEmpty else {
        return
      }
      sink.record(event.with("findings", .integer(report.findings.count)).with("refused", .flag(false)))
    } catch {
      sink.record(event.with("refused", .flag(true)))
      throw error
    }
  }

  /// Records what is remarkable about a verdict.
  package func record(_ verdict: ConnectionVerdict) {
    let host = SecurityEvent.Value.publicName(verdict.host.description)
    guard verdict.faults.isEmpty, let pins = verdict.pins else {
      return sink.record(SecurityEvent("transport.chain.refused", .transport, .warning).with("host", host))
    }
    let isEnforced = pins.mode == .enforced
    switch pins.outcome {
    case .notPinned: return
    case .mismatched:
      sink.record(
        SecurityEvent("transport.pin.mismatch", .transport, isEnforced ? .critical : .warning)
          .with("host", host).with("refused", .flag(isEnforced)))
    case .expired:
      sink.record(
        SecurityEvent("transport.pin.expired", .transport, .warning)
          .with("host", host).with("refused", .flag(isEnforced)))
    case .matched:
      if pins.usesBackup {
        sink.record(SecurityEvent("transport.pin.backup", .transport, .notice).with("host", host))
      }
    }
    if pins.expiresSoon != nil {
      sink.record(SecurityEvent("transport.pin.expiring", .transport, .notice).with("host", host))
    }
  }
}
