public import OmamoriCore

/// ChaCha20-Poly1305 (RFC 8439), with the interface of CryptoKit's type of the same name.
///
/// With random nonces seal at most 2^32 messages with one key. Has no state; safe to use from any thread.
public enum ChaChaPoly: Sendable {}

extension ChaChaPoly {
  /// Encrypts a message and authenticates it together with other data.
  ///
  /// - Parameters:
  ///   - message: The message, of at most 2^36 − 32 bytes.
  ///   - key: A key of 256 bits.
  ///   - nonce: Leave it out for a random one. One that was used before with the same key gives both messages away.
  ///   - authenticatedData: What the receiver must present too; not encrypted and not part of the result.
  /// - Returns: The nonce, the ciphertext and the tag.
  /// - Throws: ``CryptoKitError/incorrectKeySize``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
  @inlinable
  public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
    _ message: Plaintext,
    using key: SymmetricKey,
    nonce: Nonce? = nil,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> SealedBox {
    try message.withRawSpan { message throws(CryptoKitError) in
      try authenticatedData.withRawSpan { data throws(CryptoKitError) in
        try seal(message, key, nonce, data)
      }
    }
  }

  /// Encrypts and authenticates a message.
  ///
  /// - Parameters:
  ///   - message: The message, of at most 2^36 − 32 bytes.
  ///   - key: A key of 256 bits.
  ///   - nonce: Leave it out for a random one. One that was used before with the same key gives both messages away.
  /// - Returns: The nonce, the ciphertext and the tag.
  /// - Throws: ``CryptoKitError/incorrectKeySize``, or ``CryptoKitError/incorrectParameterSize`` for a longer message.
  @inlinable
  public static func seal<Plaintext: DataProtocol>(
    _ message: Plaintext,
    using key: SymmetricKey,
    nonce: Nonce? = nil
  ) throws -> SealedBox {
    try message.withRawSpan { message throws(CryptoKitError) in try seal(message, key, nonce, RawSpan()) }
  }

  /// Decrypts a message after making sure that it and the other data are what was sealed.
  ///
  /// - Parameters:
  ///   - sealedBox: The nonce, the ciphertext and the tag.
  ///   - key: The key that it was sealed with.
  ///   - authenticatedData: The data that were authenticated with it.
  /// - Returns: The message.
  /// - Throws: ``CryptoKitError/authenticationFailure``, or ``CryptoKitError/incorrectKeySize``.
  @inlinable
  public static func open<AuthenticatedData: DataProtocol>(
    _ sealedBox: SealedBox,
    using key: SymmetricKey,
    authenticating authenticatedData: AuthenticatedData
  ) throws -> Data {
    try authenticatedData.withRawSpan { data throws(CryptoKitError) in try open(sealedBox, key, data) }
  }

  /// Decrypts a message after making sure that it is what was sealed.
  ///
  /// - Parameters:
  ///   - sealedBox: The nonce, the ciphertext and the tag.
  ///   - key: The key that it was sealed with.
  /// - Returns: The message.
  /// - Throws: ``CryptoKitError/authenticationFailure``, or ``CryptoKitError/incorrectKeySize``.
  @inlinable
  public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data {
    try open(sealedBox, key, RawSpan())
  }

  @usableFromInline
  package static func seal(
    _ message: RawSpan,
    _ key: SymmetricKey,
    _ nonce: Nonce?,
    _ data: RawSpan
  ) throws(CryptoKitError) -> SealedBox {
    let algorithm = try algorithm(for: key)
    do throws(CryptoError) {
      let sealed = try SealedBytes(
        sealing: message, algorithm, key: key, nonce: nonce?.bytes, authenticating: data)
      return SealedBox(sealed)
    } catch {
      throw CryptoKitError(error)
    }
  }

  @usableFromInline
  package static func open(
    _ box: SealedBox,
    _ key: SymmetricKey,
    _ data: RawSpan
  ) throws(CryptoKitError) -> Data {
    let algorithm = try algorithm(for: key)
    do throws(CryptoError) {
      return try box.sealed.open(algorithm, key: key, authenticating: data)
    } catch {
      throw CryptoKitError(error)
    }
  }

  private static func algorithm(for key: SymmetricKey) throws(CryptoKitError) -> AEADAlgorithm {
    guard key.byteCount == AEADAlgorithm.chaCha20Poly1305.keyByteCount else { throw .incorrectKeySize }
    return .chaCha20Poly1305
  }
}

extension ChaChaPoly {
  /// A number that is used for one message only; not secret.
  public struct Nonce: Sendable, ContiguousBytes, Sequence {
    package let bytes: Data

    package init(bytes: Data) { self.bytes = bytes }

    /// Makes a random nonce of 12 bytes.
    public init() { bytes = RandomNonce.make() }

    /// Makes a nonce of bytes that are there.
    ///
    /// - Parameter data: Exactly 12 bytes.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for another length.
    public init<D: DataProtocol>(data: D) throws {
      guard data.count == AEADAlgorithm.nonceByteCount else { throw CryptoKitError.incorrectParameterSize }
      bytes = Data(data)
    }

    /// Goes over the bytes.
    public func makeIterator() -> Array<UInt8>.Iterator { Array(bytes).makeIterator() }

    /// Calls `body` with the bytes.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    {
      // because the caller promises not to keep the pointer
      try unsafe bytes.withUnsafeBytes(body)
    }
  }
}

extension ChaChaPoly {
  /// A message that was encrypted and authenticated: nonce, ciphertext and tag.
  ///
  /// The parts are slices of one piece of memory: as in CryptoKit their indices need not begin at 0.
  public struct SealedBox: Sendable {
    package let sealed: SealedBytes

    package init(_ sealed: SealedBytes) { self.sealed = sealed }

    /// Makes a box of its parts.
    ///
    /// - Parameters:
    ///   - nonce: The nonce.
    ///   - ciphertext: The ciphertext, as long as the message.
    ///   - tag: The tag of 16 bytes.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for a tag of another length.
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
      sealed = try SealedBytes(nonce: nonce.bytes, ciphertext: ciphertext, tag: tag)
    }

    /// Makes a box of a nonce of 12 bytes, the ciphertext and the tag, one after the other.
    ///
    /// - Parameter combined: The bytes, at least 28.
    /// - Throws: ``CryptoKitError/incorrectParameterSize`` for fewer bytes.
    public init<D: DataProtocol>(combined: D) throws {
      sealed = try SealedBytes(combined: Data(combined), nonceByteCount: AEADAlgorithm.nonceByteCount)
    }

    /// The nonce that the message was sealed with.
    public var nonce: Nonce { Nonce(bytes: Data(sealed.nonce)) }
    /// The ciphertext, as long as the message.
    public var ciphertext: Data { sealed.ciphertext }
    /// The tag of 16 bytes.
    public var tag: Data { sealed.tag }
    /// Nonce, ciphertext and tag one after the other.
    public var combined: Data { sealed.combined }
  }
}
