package import OmamoriCore

/// Tells the log what the policy said of a new connection, when that is worth knowing.
package struct ConnectionEvents: Sendable {
  private let sink: any SecurityEvents

  package init(_ sink: any SecurityEvents) { self.sink = sink }

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
