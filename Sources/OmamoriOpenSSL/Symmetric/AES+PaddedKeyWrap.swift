public import OmamoriCore

extension AES {
  /// Encrypts secrets of any length with keys (RFC 5649), which CryptoKit lacks.
  ///
  /// Has no state; safe to use from any thread.
  public enum PaddedKeyWrap: Sendable {}
}

extension AES.PaddedKeyWrap {
  /// Encrypts and authenticates a secret.
  ///
  /// - Parameters:
  ///   - keyToWrap: The secret, from 1 byte on.
  ///   - kek: The key that encrypts it, of 128, 192 or 256 bits.
  /// - Returns: The wrapped secret, from 8 to 15 bytes longer.
  /// - Throws: ``CryptoKitError/incorrectKeySize`` or ``CryptoKitError/wrapFailure``.
  public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws(CryptoKitError) -> Data {
    try KeyWrapping.wrap(keyToWrap, .paddedWrap, using: kek)
  }

  /// Decrypts a wrapped secret after making sure that it is unchanged.
  ///
  /// - Parameters:
  ///   - wrappedKey: The wrapped secret.
  ///   - kek: The key that it was wrapped with.
  /// - Returns: The secret.
  /// - Throws: ``CryptoKitError/incorrectKeySize`` or ``CryptoKitError/unwrapFailure``.
  public static func unwrap<WrappedKey: DataProtocol>(
    _ wrappedKey: WrappedKey,
    using kek: SymmetricKey
  ) throws(CryptoKitError) -> SymmetricKey {
    try wrappedKey.withRawSpan { wrapped throws(CryptoKitError) in
      try KeyWrapping.unwrap(wrapped, .paddedWrap, using: kek)
    }
  }
}
