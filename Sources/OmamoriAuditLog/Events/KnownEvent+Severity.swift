public import OmamoriCore

extension KnownEvent {
  /// How much attention it needs, unless the app says otherwise.
  public var severity: SecurityEvent.Severity {
    switch self {
    case .jailbreakDetected, .debuggerDetected, .codeModified, .instrumentationDetected, .tokenReused,
      .keychainTampered, .pinMismatch, .anchorContradicted, .anchorMissing:
      .critical
    case .suspiciousActivity, .unauthorizedAccess, .signInFailed, .biometricAuthFailed,
      .authenticationLockedOut, .certificateValidationFailed, .insecureConnectionRefused, .logRecovered,
      .eventsDropped, .eventRefused, .clockWentBack, .anchorFailed, .deliveryIsolated:
      .warning
    case .policyChanged, .consentWithdrawn, .passwordChanged, .secondFactorChanged, .sessionExpired,
      .keyRotated, .dataExported, .dataDeleted, .accountCreated, .accountDeleted, .roleChanged,
      .configurationChanged, .subjectErased, .segmentsPruned:
      .notice
    default: .information
    }
  }
}
