#if !canImport(Darwin)
public import OmamoriCore

extension ChaChaPoly {
  /// A message that was encrypted and authenticated: nonce, ciphertext and tag.
  ///
  /// The parts are slices of one piece of memory: as in CryptoKit their indices need not begin at 0. A value; safe to
  /// share between threads.
  public struct SealedBox: Sendable {
    let sealed: SealedBytes

    init(_ sealed: SealedBytes) { self.sealed = sealed }

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
#endif
