import OmamoriCore

extension SymmetricKey {
  /// Makes a key with the bytes of a secret.
  init(copying secret: borrowing SecretBytes) {
    self = secret.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
  }

  /// The bytes of the key as a secret of one owner.
  func secretCopy() -> SecretBytes {
    // because the buffer is only read during the call
    let shared = unsafe withUnsafeBytes { unsafe SharedSecretBytes(SecretBytes(copying: $0.bytes)) }
    return shared.copy()
  }
}
