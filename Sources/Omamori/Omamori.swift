// The umbrella: one import for an app that wants the whole toolkit.
@_exported public import OmamoriATS
@_exported public import OmamoriAuditLog
@_exported public import OmamoriAuth
@_exported public import OmamoriCore
@_exported public import OmamoriCrypto
@_exported public import OmamoriDevice
@_exported public import OmamoriKeychain
@_exported public import OmamoriMessaging
@_exported public import OmamoriReport
@_exported public import OmamoriTransport
#if canImport(Darwin)
// What Apple systems have besides: the adapters of their frameworks.
@_exported public import OmamoriApple
#else
// What Linux has besides: an anchor of the log in a TPM; logins in a browser and sessions in PostgreSQL; PAM, polkit, fprintd and PINs of the TPM; the
// keychain file, its agent and the Secret Service; sessions on libcurl.
@_exported public import OmamoriAuditLogTPM
@_exported public import OmamoriAuthLinux
@_exported public import OmamoriDeviceLinux
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
