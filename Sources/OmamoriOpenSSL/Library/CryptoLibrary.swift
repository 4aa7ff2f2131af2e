import COpenSSL

/// The library under the cryptography as a whole.
package enum CryptoLibrary {
  /// Keeps OpenSSL from freeing its tables while the process ends, when other threads may still be freeing certificates
  /// and connections; for a program that ends without waiting for them.
  ///
  /// Only the first call of the library decides, so this has to come before every other one.
  package static func staysUntilTheEnd() {
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }
}
