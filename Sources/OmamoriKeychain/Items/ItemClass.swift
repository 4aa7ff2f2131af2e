/// The kind of an item, as Apple's keychain has it.
///
/// The raw values are those of `kSecClass`. A value; safe to share between threads.
///
/// Source: <https://developer.apple.com/documentation/security/item-class-keys-and-values>.
public enum ItemClass: String, Sendable, Hashable, CaseIterable {
  /// A secret of a service and an account.
  case genericPassword = "genp"
  /// A secret of an account on a server.
  case internetPassword = "inet"
  /// An X.509 certificate.
  case certificate = "cert"
  /// A cryptographic key.
  case key = "keys"
  /// A certificate together with its private key; found by joining the two, never stored.
  case identity = "idnt"
}
