public import OmamoriCore

/// A form in which pins are written down.
///
/// A value; safe to share between threads.
public enum PinFormat: String, Sendable, Hashable, CaseIterable {
  /// Omamori's own JSON, which loses nothing.
  case json
  /// `NSPinnedDomains` in an application's `Info.plist` (Apple).
  case pinnedDomains = "nspinneddomains"
  /// The configuration of TrustKit for iOS as a property list.
  case trustKit = "trustkit"
  /// Android's Network Security Configuration in XML.
  case networkSecurityConfig = "android"
  /// The lines that build a `CertificatePinner` of OkHttp in Kotlin or Java, or a plain list of its patterns and pins.
  case okHttp = "okhttp"
  /// Command lines or configuration lines of curl with `pinnedpubkey`.
  case curl

  /// The name people know it by.
  public var name: LocalizedText {
    switch self {
    case .json: "Omamori JSON"
    case .pinnedDomains: "NSPinnedDomains"
    case .trustKit: "TrustKit"
    case .networkSecurityConfig: "Android Network Security Configuration"
    case .okHttp: "OkHttp CertificatePinner"
    case .curl: "curl --pinnedpubkey"
    }
  }

  /// What counts there for a host that several entries match.
  public var combination: PinDocument.Combination {
    switch self {
    case .pinnedDomains, .okHttp: .united
    case .json, .trustKit, .networkSecurityConfig, .curl: .mostSpecific
    }
  }
}
