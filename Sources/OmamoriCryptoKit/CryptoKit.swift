// The one line that chooses: Apple's CryptoKit, or its names on OpenSSL.
#if canImport(Darwin)
@_exported public import CryptoKit
#else
@_exported public import OmamoriOpenSSL
#endif
package import OmamoriCore

extension SymmetricKey {
  /// Makes a key with the bytes of a secret.
  package init(copying secret: borrowing SecretBytes) {
    self = secret.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
  }

  /// The bytes of the key as a secret of one owner.
  package func secretCopy() -> SecretBytes {
    secretBytes.copy()
  }

  /// The bytes of the key as a secret of their own.
  package var secretBytes: SharedSecretBytes {
    // because the buffer stays inside the closure
    unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
  }
}
