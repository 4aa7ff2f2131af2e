public import OmamoriCore

/// Encryption to a key on P-256, P-384 or P-521 in the byte format of Apple's SecKey functions.
///
/// For messages between a server and a key in the Keychain or the Secure Enclave of an iOS device, which is used there
/// with `SecKeyCreateEncryptedData`, `SecKeyCreateDecryptedData` and the algorithms whose names begin with
/// `eciesEncryptionStandard` (or `…Cofactor`, which is the same on these curves). For other uses prefer `HPKE`, which
/// binds more and says who sent a message if asked to. Anybody can encrypt to a public key: a message that opens does
/// not show who made it.
///
/// The format (Apple publishes it as source code only, Security/SecKeyAdaptors.m): an ephemeral public key as an
/// uncompressed point, the ciphertext, and a tag of 16 bytes. The key is derived with the KDF of ANSI X9.63 from the
/// shared x coordinate, the ephemeral public key and the caller's shared information; AES-GCM has 128 bits with P-256
/// and 256 bits with the others, and an initialization vector of 16 bytes.
public struct ECIES: Sendable, Hashable {
  /// `eciesEncryptionStandardX963SHA256AESGCM`: SHA-256 and an initialization vector of zeros.
  public static let standardX963SHA256AESGCM = ECIES(hash: .sha256, initializationVector: .zero)
  /// `eciesEncryptionStandardX963SHA384AESGCM`: SHA-384 and an initialization vector of zeros.
  public static let standardX963SHA384AESGCM = ECIES(hash: .sha384, initializationVector: .zero)
  /// `eciesEncryptionStandardX963SHA512AESGCM`: SHA-512 and an initialization vector of zeros.
  public static let standardX963SHA512AESGCM = ECIES(hash: .sha512, initializationVector: .zero)
  /// `eciesEncryptionStandardVariableIVX963SHA256AESGCM`: SHA-256 and a derived initialization vector; the best choice.
  public static let standardVariableIVX963SHA256AESGCM = ECIES(hash: .sha256, initializationVector: .derived)
  /// `eciesEncryptionStandardVariableIVX963SHA384AESGCM`: SHA-384 and a derived initialization vector.
  public static let standardVariableIVX963SHA384AESGCM = ECIES(hash: .sha384, initializationVector: .derived)
  /// `eciesEncryptionStandardVariableIVX963SHA512AESGCM`: SHA-512 and a derived initialization vector.
  public static let standardVariableIVX963SHA512AESGCM = ECIES(hash: .sha512, initializationVector: .derived)

  enum HashAlgorithm: Sendable {
    case sha256
    case sha384
    case sha512
  }

  enum InitializationVector: Sendable {
    /// Zeros, which is safe since every key is used once.
    case zero
    /// The bytes behind the key that the KDF gives.
    case derived
  }

  static let tagByteCount = 16
  static let initializationVectorByteCount = 16

  private let hash: HashAlgorithm
  private let initializationVector: InitializationVector

  /// Encrypts a message with a new ephemeral key.
  func seal<PrivateKey: ECIESPrivateKey>(
    _ message: some DataProtocol,
    with ephemeral: PrivateKey,
    to recipient: PrivateKey.Peer,
    sharedInformation: some DataProtocol,
    authenticating data: some DataProtocol
  ) throws(CryptoError) -> Data {
    do {
      let point = ephemeral.publicPoint
      let secret = try ephemeral.secret(with: recipient)
      let (key, nonce) = try derive(from: secret, point, sharedInformation, PrivateKey.keyByteCount)
      let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data)
      return point + box.ciphertext + box.tag
    } catch {
      throw .backend(code: 0)
    }
  }

  /// Decrypts a message.
  func open<PrivateKey: ECIESPrivateKey>(
    _ sealed: some DataProtocol,
    with recipient: PrivateKey,
    sharedInformation: some DataProtocol,
    authenticating data: some DataProtocol
  ) throws(CryptoError) -> Data {
    let sealed = Array(sealed)
    let pointCount = PrivateKey.pointByteCount
    guard sealed.count >= pointCount + Self.tagByteCount else { throw .truncated(.ecies) }
    let point = Data(sealed[..<pointCount])
    let secret: SharedSecret
    do {
      secret = try recipient.secret(withPoint: point)
    } catch {
      throw .malformed(.ecies, offset: 0)
    }
    do {
      let (key, nonce) = try derive(from: secret, point, sharedInformation, PrivateKey.keyByteCount)
      let box = try AES.GCM.SealedBox(
        nonce: nonce,
        ciphertext: sealed[pointCount..<(sealed.count - Self.tagByteCount)],
        tag: sealed[(sealed.count - Self.tagByteCount)...]
      )
      return try AES.GCM.open(box, using: key, authenticating: data)
    } catch {
      throw .authenticationFailed
    }
  }

  /// The key and the initialization vector.
  private func derive(
    from secret: SharedSecret,
    _ point: Data,
    _ sharedInformation: some DataProtocol,
    _ keyByteCount: Int
  ) throws -> (key: SymmetricKey, nonce: AES.GCM.Nonce) {
    let vectorCount = initializationVector == .derived ? Self.initializationVectorByteCount : 0
    let information = point + sharedInformation
    let material = expand(secret, information, keyByteCount + vectorCount)
    guard vectorCount > 0 else {
      return (material, try AES.GCM.Nonce(data: Data(count: Self.initializationVectorByteCount)))
    }
    // because the buffer is only read during the call and its parts are copied
    return try unsafe material.withUnsafeBytes { bytes in
      let key = unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<keyByteCount]))
      let nonce = try unsafe AES.GCM.Nonce(data: UnsafeRawBufferPointer(rebasing: bytes[keyByteCount...]))
      return (key, nonce)
    }
  }

  private func expand(_ secret: SharedSecret, _ information: Data, _ count: Int) -> SymmetricKey {
    switch hash {
    case .sha256:
      secret.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: information, outputByteCount: count)
    case .sha384:
      secret.x963DerivedSymmetricKey(using: SHA384.self, sharedInfo: information, outputByteCount: count)
    case .sha512:
      secret.x963DerivedSymmetricKey(using: SHA512.self, sharedInfo: information, outputByteCount: count)
    }
  }
}

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
  /// - Throws: `CryptoError.backend(code:)` when the cryptographic library fails.
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
  /// - Throws: `CryptoError.authenticationFailed`, `CryptoError.truncated(_:)`, or
  ///   `CryptoError.malformed(_:offset:)` when the ephemeral key is no uncompressed point of the curve.
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
  /// - Throws: `CryptoError.backend(code:)` when the cryptographic library fails.
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
  /// - Throws: `CryptoError.authenticationFailed`, `CryptoError.truncated(_:)`, or
  ///   `CryptoError.malformed(_:offset:)` when the ephemeral key is no uncompressed point of the curve.
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
  /// - Throws: `CryptoError.backend(code:)` when the cryptographic library fails.
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
  /// - Throws: `CryptoError.authenticationFailed`, `CryptoError.truncated(_:)`, or
  ///   `CryptoError.malformed(_:offset:)` when the ephemeral key is no uncompressed point of the curve.
  public func decrypt(
    _ sealed: some DataProtocol,
    with recipient: P521.KeyAgreement.PrivateKey,
    sharedInformation: some DataProtocol = Data(),
    authenticating data: some DataProtocol = Data()
  ) throws(CryptoError) -> Data {
    try open(sealed, with: recipient, sharedInformation: sharedInformation, authenticating: data)
  }
}
