#if !canImport(Darwin)

extension HPKE {
  /// The ciphers that messages are encrypted and authenticated with.
  ///
  /// A value; safe to share between threads.
  public enum AEAD: CaseIterable, Hashable, Sendable {
    /// AES-GCM with a key of 128 bits.
    case AES_GCM_128
    /// AES-GCM with a key of 256 bits.
    case AES_GCM_256
    /// ChaCha20-Poly1305.
    case chaChaPoly
    /// No cipher: secrets can be exported, but no messages sealed.
    case exportOnly

    /// The number in the registry of RFC 9180, section 7.3.
    var identifier: UInt16 {
      switch self {
      case .AES_GCM_128: 0x0001
      case .AES_GCM_256: 0x0002
      case .chaChaPoly: 0x0003
      case .exportOnly: 0xFFFF
      }
    }

    /// The cipher, or `nil` when there is none.
    var algorithm: AEADAlgorithm? {
      switch self {
      case .AES_GCM_128: .aes128GCM
      case .AES_GCM_256: .aes256GCM
      case .chaChaPoly: .chaCha20Poly1305
      case .exportOnly: nil
      }
    }
  }
}
#endif
