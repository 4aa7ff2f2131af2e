#if !canImport(Darwin)
/// The numbers of an RSA key pair, found to belong together and parsed once.
///
/// Wiped with its last owner. Immutable and safe to share between threads.
public struct RSAPrivateKeyNumbers: Sendable {
  let value: RSAKeyPair

  init(_ value: RSAKeyPair) { self.value = value }
}

extension RSAPrivateKeyNumbers: CustomStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
