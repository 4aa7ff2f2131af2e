// The umbrella: one import for what most apps need. Logins (OmamoriAuth), the audit log (OmamoriAuditLog), messages
// (OmamoriMessaging) and App Transport Security (OmamoriATS) are imported by themselves.
@_exported public import OmamoriCore
@_exported public import OmamoriCrypto
@_exported public import OmamoriDevice
@_exported public import OmamoriKeychain
@_exported public import OmamoriReport
@_exported public import OmamoriTransport
#if canImport(Darwin)
// The adapters for Apple's frameworks.
@_exported public import OmamoriApple
#else
// The keychain file with its agent and the Secret Service; sessions on libcurl.
@_exported public import OmamoriKeychainFile
@_exported public import OmamoriTransportCurl
#endif

#if canImport(Darwin)
/// The client of HTTPS under the name that it has on every system.
public typealias SecureSession = AppleSecureSession

extension Keychain {
  /// Opens the secrets of a service in Apple's keychain.
  ///
  /// - Parameters:
  ///   - service: The service's name, such as the reversed domain name of the program; not empty.
  ///   - accessGroup: The access group, to share with other programs; `nil` for the program's first one.
  public init(service: String, accessGroup: String? = nil) {
    self.init(
      service: service, accessGroup: accessGroup, backend: AppleKeychain(accessGroup: accessGroup))
  }
}
#endif
