import OmamoriCore
public import Security

/// A certificate with a private key of the keychain or the Secure Enclave, by which a client proves who it is.
///
/// The key stays where it is, which is why this is not a `ClientIdentity` of the portable kind. Safe to share between
/// threads.
///
/// Source: <https://developer.apple.com/documentation/security/secidentity>.
public struct AppleClientIdentity: @unchecked Sendable {  // because both parts are immutable
  let identity: SecIdentity
  let certificates: [SecCertificate]

  /// Takes an identity.
  ///
  /// - Parameters:
  ///   - identity: The certificate and its key.
  ///   - certificates: The certificates between it and a root, to be sent along.
  public init(_ identity: SecIdentity, certificates: [SecCertificate] = []) {
    (self.identity, self.certificates) = (identity, certificates)
  }
}
