public import OmamoriCore

/// How to repair what a rule finds.
public struct RuleFix: Sendable, Hashable {
  /// The part of Omamori that does it right.
  public enum Library: String, Sendable, Hashable, CaseIterable, Codable {
    /// OmamoriCrypto.
    case crypto = "OmamoriCrypto"
    /// OmamoriKeychain.
    case keychain = "OmamoriKeychain"
    /// OmamoriTransport.
    case transport = "OmamoriTransport"
    /// OmamoriAuth.
    case auth = "OmamoriAuth"
    /// OmamoriDevice.
    case device = "OmamoriDevice"
    /// OmamoriMessaging.
    case messaging = "OmamoriMessaging"
    /// OmamoriAuditLog.
    case auditLog = "OmamoriAuditLog"
    /// A change of configuration is enough.
    case none = ""
  }

  /// What to do.
  public let text: LocalizedText
  /// The part of Omamori that does it, or ``Library/none``.
  public let library: Library

  /// Makes a fix.
  public init(_ text: LocalizedText, library: Library = .none) {
    (self.text, self.library) = (text, library)
  }
}
