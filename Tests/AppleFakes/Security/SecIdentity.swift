// Compared with SecIdentity.h of Security-61901.0.87.0.1.
public import Foundation

/// See <https://developer.apple.com/documentation/security/secidentity>.
public final class SecIdentity: NSObject, Sendable {
  package let certificate: SecCertificate

  /// Makes an identity without a key; nothing signs with it here.
  package init(certificate: SecCertificate) { self.certificate = certificate }
}
