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

/// Which public keys on Curve25519 are taken: canonical ones that are not of low order.
///
/// With a point of low order everybody has the same shared secret, and with a second spelling of a key one peer has two
/// identities. A point that differs from another only by a part of low order agrees on the same point and cannot be told
/// apart cheaply; that is why every public key is bound into key derivation as the bytes it is.
enum CurveKeyRules {
  /// The size of every key in bytes.
  static let byteCount = 32

  /// Whether a key can be used for X25519: its coordinate is below 2²⁵⁵ − 19 and not of low order (RFC 7748).
  static func isAgreementKey(_ key: [UInt8]) -> Bool {
    guard key.count == byteCount, key[31] & 0x80 == 0 else { return false }
    return isBelowPrime(key) && !lowOrderCoordinates.contains(key)
  }

  /// Whether a key can be used for Ed25519: its coordinate is below 2²⁵⁵ − 19 and not of low order (RFC 8032).
  static func isSigningKey(_ key: [UInt8]) -> Bool {
    guard key.count == byteCount else { return false }
    var coordinate = key
    coordinate[31] &= 0x7F
    return isBelowPrime(coordinate) && !lowOrderOrdinates.contains(coordinate)
  }

  /// Whether 255 bits, the lowest first, are below 2²⁵⁵ − 19.
  private static func isBelowPrime(_ bytes: [UInt8]) -> Bool {
    bytes[0] < 0xED || bytes[31] != 0x7F || bytes[1..<31].contains { $0 != 0xFF }
  }

  private static let zero = [UInt8](repeating: 0, count: byteCount)
  private static let one = [1] + [UInt8](repeating: 0, count: byteCount - 1)
  private static let minusOne = [0xEC] + [UInt8](repeating: 0xFF, count: byteCount - 2) + [0x7F]

  /// The u coordinates of the points of order 1, 2, 4 and 8 on Curve25519 and its twist.
  private static let lowOrderCoordinates: [[UInt8]] = [
    zero, one, minusOne,
    bytes([0xAEB8_413B_7C7A_EBE0, 0x6AC4_9FF1_FAE3_5616, 0xFDB1_329C_EB8D_09DA, 0x00B8_495F_1605_6286]),
    bytes([0x248C_50A3_BC95_9C5F, 0x5BEF_839C_55B1_D0B1, 0x868E_1C58_C45C_4404, 0x5711_9FD0_DD4E_22D8]),
  ]

  /// The y coordinates of the points of order 1, 2, 4 and 8 on the curve of Ed25519.
  private static let lowOrderOrdinates: [[UInt8]] = [
    zero, one, minusOne,
    bytes([0xB027_B2C2_8F95_E826, 0xF098_EFF2_89F4_C345, 0x3933_C6D3_05AC_DFD5, 0x05FC_536D_8802_38B1]),
    bytes([0x4FD8_4D3D_706A_17C7, 0x0F67_100D_760B_3CBA, 0xC6CC_392C_FA53_202A, 0x7A03_AC92_77FD_C74E]),
  ]

  private static func bytes(_ words: [UInt64]) -> [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}
