#if !canImport(Darwin)
public import OmamoriCore

extension AES {
  /// Encrypts keys with keys (RFC 3394), with the interface of CryptoKit's type of the same name.
  ///
  /// Has no state; safe to use from any thread.
  public enum KeyWrap: Sendable {}
}

extension AES.KeyWrap {
  /// Encrypts and authenticates a key.
  ///
  /// - Parameters:
  ///   - keyToWrap: A key of at least 128 bits, a multiple of 64.
  ///   - kek: The key that encrypts it, of 128, 192 or 256 bits.
  /// - Returns: The wrapped key, 8 bytes longer.
  /// - Throws: ``CryptoKitError/incorrectKeySize`` or ``CryptoKitError/wrapFailure``.
  public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws -> Data {
    try KeyWrapping.wrap(keyToWrap, .wrap, using: kek)
  }

  /// Decrypts a wrapped key after making sure that it is unchanged.
  ///
  /// - Parameters:
  ///   - wrappedKey: The wrapped key.
  ///   - kek: The key that it was wrapped with.
  /// - Returns: The key.
  /// - Throws: ``CryptoKitError/incorrectKeySize`` or ``CryptoKitError/unwrapFailure``.
  public static func unwrap<WrappedKey: DataProtocol>(
    _ wrappedKey: WrappedKey,
    using kek: SymmetricKey
  ) throws -> SymmetricKey {
    try wrappedKey.withRawSpan { wrapped throws(CryptoKitError) in
      try KeyWrapping.unwrap(wrapped, .wrap, using: kek)
    }
  }
}
#endif
