import OmamoriCore
import OmamoriCrypto

extension MessagingError {
  /// The error for what a cryptographic function threw.
  init(cryptographic error: any Error) {
    self =
      switch error {
      case let error as MessagingError: error
      case let error as CryptoError: .cryptography(error)
      case let error as CoreError: .core(error)
      default: .cryptography(.backend(code: 0))
      }
  }
}

extension SharedSecretBytes {
  /// Random bytes, with the error of this module.
  static func random(_ count: Int, from randomness: some Randomness) throws(MessagingError)
    -> SharedSecretBytes
  {
    do throws(CoreError) {
      return SharedSecretBytes(try SecretBytes(randomCount: count, from: randomness))
    } catch {
      throw .core(error)
    }
  }
}

extension Curve25519.Signing.PrivateKey {
  /// The key of a seed of 32 bytes.
  static func reading(_ seed: RawSpan) throws(MessagingError) -> Self {
    do {
      // because the buffer is only read during the call
      return try unsafe seed.withUnsafeBytes { try unsafe Self(rawRepresentation: $0) }
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }
}

extension Curve25519.KeyAgreement.PrivateKey {
  /// The key of 32 bytes.
  static func reading(_ secret: RawSpan) throws(MessagingError) -> Self {
    do {
      // because the buffer is only read during the call
      return try unsafe secret.withUnsafeBytes { try unsafe Self(rawRepresentation: $0) }
    } catch {
      throw MessagingError(cryptographic: error)
    }
  }

  /// The key of a secret of 32 bytes.
  static func reading(_ secret: SharedSecretBytes) throws(MessagingError) -> Self {
    try secret.withBytes { bytes throws(MessagingError) in try reading(bytes) }
  }

  /// The number of bytes of ``bothHalves``.
  static var bothHalvesByteCount: Int { 2 * CurveKeyRules.byteCount }

  /// The key of what ``bothHalves`` gave, without deriving its public half.
  static func reading(bothHalves: SharedSecretBytes) throws(MessagingError) -> Self {
    try bothHalves.withBytes { bytes throws(MessagingError) in
      guard bytes.byteCount == bothHalvesByteCount else { throw .storage(.damaged) }
      do throws(CryptoError) {
        let secret = bytes.extracting(..<CurveKeyRules.byteCount)
        let publicHalf = bytes.extracting(CurveKeyRules.byteCount...)
        // because the copy outlives the closure
        let publicBytes = unsafe publicHalf.withUnsafeBytes { unsafe Array($0) }
        return try Self(secret: SecretBytes(copying: secret), publicBytes: publicBytes)
      } catch {
        throw .cryptography(error)
      }
    }
  }

  /// The 32 bytes of the private half and the 32 bytes of the public one.
  var bothHalves: SharedSecretBytes {
    var writer = SecretFieldWriter()
    withSecret { writer.secret(SharedSecretBytes(SecretBytes(copying: $0))) }
    writer.plain(publicBytes)
    return writer.finish()
  }

  /// What both sides agree on.
  ///
  /// - Parameter key: The public key of the peer, which `CurveKeyRules` takes.
  /// - Returns: The secret.
  /// - Throws: ``MessagingError/prekey(_:)`` with ``PrekeyFault/invalid`` when it would be all zeros.
  func agree(with key: Curve25519.KeyAgreement.PublicKey) throws(MessagingError) -> SharedSecret {
    do { return try sharedSecretFromKeyAgreement(with: key) } catch { throw .prekey(.invalid) }
  }
}

extension Curve25519.KeyAgreement.PublicKey {
  /// The key of 32 bytes, which `CurveKeyRules` takes.
  static func reading(_ bytes: [UInt8]) throws(MessagingError) -> Self {
    do { return try Self(rawRepresentation: bytes) } catch { throw .prekey(.invalid) }
  }
}
