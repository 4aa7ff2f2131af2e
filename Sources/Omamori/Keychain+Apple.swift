#if canImport(Darwin)
import OmamoriApple
public import OmamoriKeychain

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
