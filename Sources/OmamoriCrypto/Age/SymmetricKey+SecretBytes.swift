import OmamoriCore

extension SymmetricKey {
  /// The bytes of the key as a secret of their own.
  var secretBytes: SharedSecretBytes {
    // because the buffer stays inside the closure
    unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
  }
}
