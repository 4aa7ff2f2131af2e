import OmamoriCore

/// How an app came to its device, as systems from iOS 27 on say it in an attestation.
///
/// Apple documents the extension and not every number, so that unknown ones are kept. A value; safe to share between
/// threads.
public struct AppValidationCategory: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: UInt32

  /// Takes a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A part of the operating system.
  public static let system = AppValidationCategory(rawValue: 1)
  /// TestFlight.
  public static let testFlight = AppValidationCategory(rawValue: 2)
  /// Development.
  public static let development = AppValidationCategory(rawValue: 3)
  /// The App Store.
  public static let appStore = AppValidationCategory(rawValue: 4)
  /// Enterprise or ad-hoc distribution.
  public static let enterprise = AppValidationCategory(rawValue: 5)
  /// A Developer ID.
  public static let developerID = AppValidationCategory(rawValue: 6)
}
