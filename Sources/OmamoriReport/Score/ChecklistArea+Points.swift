extension ChecklistArea {
  /// The points that something of this severity costs, wherever it was seen: in sources or at run time.
  ///
  /// Issues of ``ats`` are counted one by one; in every other area the worst alone counts. In ``api`` the severities
  /// stand for the levels: critical for *none*, high for *low*, anything less for *medium*.
  ///
  /// - Parameter severity: How bad it is.
  /// - Returns: 0 when it does not count here, at most ``maximumDeduction``.
  public func points(for severity: Severity) -> Int {
    switch self {
    case .ats:
      switch severity {
      case .critical: 25
      case .high: 15
      case .medium: 10
      case .low: 5
      case .info: 0
      }
    case .api:
      switch severity {
      case .critical: maximumDeduction
      case .high: 20
      case .medium, .low: 10
      case .info: 0
      }
    case .integrity, .pinning, .keychain, .logs: severity >= .medium ? maximumDeduction : 0
    case .debugCode: severity >= .low ? maximumDeduction : 0
    }
  }
}
