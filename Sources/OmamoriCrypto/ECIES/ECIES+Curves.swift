public import OmamoriCore

extension ECIES {
  /// Encrypts a message to a key on P-256.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - recipient: The public key.
  ///   - sharedInformation: What the message is for, Apple's `kSecKeyKeyExchangeParameterSharedInfo`; the recipient must
  ///     present the same.
  ///   - data: Apple's `kSecKeyEncryptionParameterSymmetricAAD`, authenticated but not part of the result; the recipient
  ///     must present the same.
  /// - Returns: The ephemeral public key (65 bytes), the ciphertext and the tag (16 bytes).
  /// - Throws: ``CryptoError/backend(code:)`` when the cryptographic library fails.
  public func encrypt(
    _ message: some DataProtocol,
    to recipient: P256.KeyAgreement.PublicKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try seal(
      message,
      with: P256.KeyAgreement.PrivateKey(compactRepresentable: false),
      to: recipient,
      sharedInformation: sharedInformation,
      authenticating: data
    )
  }

  /// Decrypts a message to a key on P-256.
  ///
  /// - Parameters:
  ///   - sealed: The ephemeral public key (65 bytes), the ciphertext and the tag (16 bytes).
  ///   - recipient: The private key.
  ///   - sharedInformation: What the message is for, as the sender said it.
  ///   - data: The data that were authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed``, ``CryptoError/truncated(_:)``, or
  ///   ``CryptoError/malformed(_:offset:)`` when the ephemeral key is no uncompressed point of the curve.
  public func decrypt(
    _ sealed: some DataProtocol,
    with recipient: P256.KeyAgreement.PrivateKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try open(sealed, with: recipient, sharedInformation: sharedInformation, authenticating: data)
  }
}

extension ECIES {
  /// Encrypts a message to a key on P-384.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - recipient: The public key.
  ///   - sharedInformation: What the message is for, Apple's `kSecKeyKeyExchangeParameterSharedInfo`; the recipient must
  ///     present the same.
  ///   - data: Apple's `kSecKeyEncryptionParameterSymmetricAAD`, authenticated but not part of the result; the recipient
  ///     must present the same.
  /// - Returns: The ephemeral public key (97 bytes), the ciphertext and the tag (16 bytes).
  /// - Throws: ``CryptoError/backend(code:)`` when the cryptographic library fails.
  public func encrypt(
    _ message: some DataProtocol,
    to recipient: P384.KeyAgreement.PublicKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try seal(
      message,
      with: P384.KeyAgreement.PrivateKey(compactRepresentable: false),
      to: recipient,
      sharedInformation: sharedInformation,
      authenticating: data
    )
  }

  /// Decrypts a message to a key on P-384.
  ///
  /// - Parameters:
  ///   - sealed: The ephemeral public key (97 bytes), the ciphertext and the tag (16 bytes).
  ///   - recipient: The private key.
  ///   - sharedInformation: What the message is for, as the sender said it.
  ///   - data: The data that were authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed``, ``CryptoError/truncated(_:)``, or
  ///   ``CryptoError/malformed(_:offset:)`` when the ephemeral key is no uncompressed point of the curve.
  public func decrypt(
    _ sealed: some DataProtocol,
    with recipient: P384.KeyAgreement.PrivateKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try open(sealed, with: recipient, sharedInformation: sharedInformation, authenticating: data)
  }
}

extension ECIES {
  /// Encrypts a message to a key on P-521.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - recipient: The public key.
  ///   - sharedInformation: What the message is for, Apple's `kSecKeyKeyExchangeParameterSharedInfo`; the recipient must
  ///     present the same.
  ///   - data: Apple's `kSecKeyEncryptionParameterSymmetricAAD`, authenticated but not part of the result; the recipient
  ///     must present the same.
  /// - Returns: The ephemeral public key (133 bytes), the ciphertext and the tag (16 bytes).
  /// - Throws: ``CryptoError/backend(code:)`` when the cryptographic library fails.
  public func encrypt(
    _ message: some DataProtocol,
    to recipient: P521.KeyAgreement.PublicKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try seal(
      message,
      with: P521.KeyAgreement.PrivateKey(compactRepresentable: false),
      to: recipient,
      sharedInformation: sharedInformation,
      authenticating: data
    )
  }

  /// Decrypts a message to a key on P-521.
  ///
  /// - Parameters:
  ///   - sealed: The ephemeral public key (133 bytes), the ciphertext and the tag (16 bytes).
  ///   - recipient: The private key.
  ///   - sharedInformation: What the message is for, as the sender said it.
  ///   - data: The data that were authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoError/authenticationFailed``, ``CryptoError/truncated(_:)``, or
  ///   ``CryptoError/malformed(_:offset:)`` when the ephemeral key is no uncompressed point of the curve.
  public func decrypt(
    _ sealed: some DataProtocol,
    with recipient: P521.KeyAgreement.PrivateKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try open(sealed, with: recipient, sharedInformation: sharedInformation, authenticating: data)
  }
}
