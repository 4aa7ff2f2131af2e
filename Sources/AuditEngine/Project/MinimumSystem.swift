/// The oldest system that an app or package supports.
package struct MinimumSystem: Sendable {
  /// A system.
  package enum Platform: String, CaseIterable, Sendable {
    case iOS
    case macOS
    case tvOS
    case watchOS
    case visionOS

    /// The name in the list of platforms of a `Package.swift`.
    var packageName: String { rawValue }

    /// The build setting of Xcode.
    package var setting: String {
      switch self {
      case .iOS: "IPHONEOS_DEPLOYMENT_TARGET"
      case .macOS: "MACOSX_DEPLOYMENT_TARGET"
      case .tvOS: "TVOS_DEPLOYMENT_TARGET"
      case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
      case .visionOS: "XROS_DEPLOYMENT_TARGET"
      }
    }

    /// The oldest version of the system that still gets security updates, as of ``MinimumSystem/date``.
    ///
    /// Source: <https://support.apple.com/100100>, and the records of 2026 at <https://www.cve.org> of what Apple repaired
    /// in which systems. The numbers lean to the cautious side: Apple repairs old systems now and then without a promise.
    package var floor: String {
      switch self {
      case .iOS, .tvOS: "15.0"
      case .macOS: "13.0"
      case .watchOS: "8.0"
      case .visionOS: "1.0"
      }
    }
  }

  /// The day on which the oldest versions were last compared with Apple's page.
  package static let date = "2026-11-22"

  /// The system.
  package let platform: Platform
  /// The version as it is written.
  package let text: String
  /// The version.
  package let version: SemanticVersion
  /// The bytes of the declaration.
  package let range: Range<Int>

  /// Whether the version gets no security updates any more.
  package var isOutdated: Bool { Self.isOutdated(version, of: platform) }

  /// The oldest version of `platform` that is not reported: the one that the project asks for, if it does.
  package static func floor(of platform: Platform) -> String {
    ProjectTerms.current.floors[platform] ?? platform.floor
  }

  /// Whether `version` of `platform` gets no security updates any more.
  package static func isOutdated(_ version: SemanticVersion, of platform: Platform) -> Bool {
    SemanticVersion(floor(of: platform)).map { version < $0 } ?? false
  }
}
