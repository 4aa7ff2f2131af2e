import OmamoriCore

extension IntegrityReport {
  /// The events that tell what changed since the signals that are `known`: what was found, what went away and what
  /// cannot be answered.
  ///
  /// Facts about the environment are told once.
  func events(since known: [IntegritySignal.Identifier: IntegritySignal]) -> [SecurityEvent] {
    signals.compactMap { signal in
      let before = known[signal.identifier]
      guard before?.state != signal.state || before?.confidence != signal.confidence else { return nil }
      return signal.event(wasDetected: before?.state == .detected)?.with("process", .integer(processNumber))
    }
  }

  private var processNumber: Int {
    switch subject {
    case .thisProcess: 0
    case .process(let number): Int(number)
    }
  }
}

extension IntegritySignal {
  fileprivate func event(wasDetected: Bool) -> SecurityEvent? {
    let name = SecurityEvent.Value.publicName(identifier.name)
    switch state {
    case .detected:
      return SecurityEvent("device.integrity.detected", .device, severity)
        .with("signal", name).with("confidence", .publicName(confidence.name))
        .with("evidence", .integer(evidenceCount))
    case .clean:
      guard wasDetected else { return nil }
      return SecurityEvent("device.integrity.cleared", .device, .notice).with("signal", name)
    case .unavailable(let reason):
      return SecurityEvent("device.integrity.unavailable", .device, .information)
        .with("signal", name).with("reason", .publicName(reason.rawValue))
    case .error:
      return SecurityEvent("device.integrity.failed", .device, .notice).with("signal", name)
    }
  }
}
