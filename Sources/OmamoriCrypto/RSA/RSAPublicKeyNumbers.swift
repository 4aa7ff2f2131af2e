#if !canImport(Darwin)
/// The modulus and the public exponent of an RSA key, examined and parsed once.
///
/// Immutable and safe to share between threads.
public struct RSAPublicKeyNumbers: Sendable {
  let value: RSAPublicNumbers

  init(_ value: RSAPublicNumbers) { self.value = value }
}
#endif
