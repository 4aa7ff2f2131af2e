#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto
import OmamoriTPM

/// A PIN as a TPM takes it.
enum TPMPIN {
  /// The lengths of a PIN in bytes.
  static let lengths = 1...1_024

  /// The 32 bytes that stand for a PIN of any length, zeros at its end included; `nil` when it is too short or too long.
  ///
  /// They are no stronger than the PIN: what keeps it from being guessed is the TPM's lockout.
  static func authorization(_ pin: SharedSecretBytes) -> SharedSecretBytes? {
    guard lengths.contains(pin.count) else { return nil }
    let key = pin.withBytes { bytes in
      // because the buffer is only read during the call
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Data("omamori device tpm pin 1".utf8), outputByteCount: 32)
    return SharedSecretBytes(derived.withBytes { SecretBytes(copying: $0) })
  }
}
#endif
