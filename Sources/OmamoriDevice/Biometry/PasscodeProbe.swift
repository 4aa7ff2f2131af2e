/// Tells whether the device has a passcode, without which nothing on it is locked.
public struct PasscodeProbe: IntegrityProbe {
  private let ask: @Sendable () -> Int?

  /// Makes the probe.
  ///
  /// - Parameter ask: Gives the code of the `LAError` when the policy for biometry or passcode cannot be evaluated, and
  ///   `nil` when it can.
  package init(localAuthenticationCode ask: @escaping @Sendable () -> Int?) { self.ask = ask }

  /// ``IntegritySignal/Identifier/screenLock``.
  public var identifiers: [IntegritySignal.Identifier] { [.screenLock] }

  /// Asks.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    switch ask() {
    case nil: [IntegritySignal(.screenLock, [IntegrityEvidence("passcode", [])], confidence: .high)]
    // passcodeNotSet
    case -5: [IntegritySignal(.screenLock, .clean)]
    default: [IntegritySignal(.screenLock, .unavailable(.denied))]
    }
  }
}
