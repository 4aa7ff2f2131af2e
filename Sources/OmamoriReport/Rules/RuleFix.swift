package import OmamoriCore

/// How to repair what a rule finds.
package struct RuleFix: Sendable, Hashable {
  /// The part of Omamori that does it right.
  package enum Library: String, Sendable, Hashable, CaseIterable, Codable {
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
  package let text: LocalizedText
  /// The part of Omamori that does it, or ``Library/none``.
  package let library: Library

  /// Makes a fix.
  package init(_ text: LocalizedText, library: Library = .none) {
    (self.text, self.library) = (text, library)
  }
}
