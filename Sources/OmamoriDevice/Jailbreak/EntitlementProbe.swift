import OmamoriCore

/// Tells whether the app's signature lets debuggers in or takes protections away, though it was not built so.
///
/// An app that was signed again to be examined has such rights; so has every build from Xcode. Not proof: on iOS an app
/// only sees the profile beside it.
public struct EntitlementProbe: IntegrityProbe {
  private let entitlements: AppEntitlements?
  private let expected: Set<String>

  /// Makes the probe.
  ///
  /// - Parameters:
  ///   - entitlements: What the app has; `nil` when the system does not tell.
  ///   - expected: The rights that this build should have, such as `get-task-allow` while developing.
  public init(_ entitlements: AppEntitlements?, expected: Set<String> = []) {
    (self.entitlements, self.expected) = (entitlements, expected)
  }

  /// ``IntegritySignal/Identifier/debuggable``.
  public var identifiers: [IntegritySignal.Identifier] { [.debuggable] }

  /// Compares.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    guard let entitlements else { return [IntegritySignal(.debuggable, .unavailable(.platform))] }
    let unexpected = entitlements.granted.subtracting(expected).sorted()
    let evidence = unexpected.map { IntegrityEvidence("entitlement", [.init("name", .publicName($0))]) }
    return [IntegritySignal(.debuggable, evidence, confidence: .medium)]
  }
}
