import OmamoriCore

/// The service of Apple that a key was attested by.
///
/// A value; safe to share between threads.
public enum AppAttestEnvironment: String, Sendable, Hashable, CaseIterable {
  /// Apps from the App Store, TestFlight and enterprise distribution.
  case production
  /// Apps that run from Xcode, unless their entitlements say otherwise.
  case development

  /// The identifier in the authenticator data, 16 bytes.
  var identifier: Data {
    switch self {
    case .production: Data("appattest".utf8) + Data(count: 7)
    case .development: Data("appattestdevelop".utf8)
    }
  }
}
