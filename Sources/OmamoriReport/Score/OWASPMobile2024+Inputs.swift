extension OWASPMobile2024 {
  /// The material any of which makes the category examined.
  ///
  /// The table is fixed: which categories enter the overall score follows from what was given to the audit, never
  /// from what was found in it.
  package var inputs: Set<AuditInput> {
    switch self {
    case .m1: [.swift, .objectiveC, .binary]
    case .m2: [.dependencies]
    case .m3, .m4, .m5, .m10: [.swift, .objectiveC]
    case .m6: [.swift, .objectiveC, .infoPlist, .privacyManifest]
    case .m7: [.swift, .objectiveC, .project, .binary]
    case .m8: [.swift, .objectiveC, .infoPlist, .entitlements, .project]
    case .m9: [.swift, .objectiveC, .interfaceBuilder]
    }
  }
}
