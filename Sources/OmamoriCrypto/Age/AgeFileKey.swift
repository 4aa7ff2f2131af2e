import OmamoriCore

/// The key of one age file, which every stanza of its header wraps, and what is derived from it.
///
/// Immutable and safe to share between threads; wiped with its last owner.
struct AgeFileKey: Sendable {
  /// The size in bytes.
  static let size = 16
  /// The size of the nonce before the payload in bytes.
  static let nonceSize = 16

  private let secret: SharedSecretBytes

  /// Makes a random key, which is used for one file only.
  init(randomness: some Randomness = SystemRandomness()) throws(CryptoError) {
    do throws(CoreError) {
      secret = SharedSecretBytes(try SecretBytes(randomCount: Self.size, from: randomness))
    } catch {
      throw CryptoError(error)
    }
  }

  /// Takes over the bytes of a key.
  ///
  /// - Throws: `CryptoError.malformed(_:offset:)` when there are not 16 bytes.
  init(_ secret: consuming SecretBytes) throws(CryptoError) {
    guard secret.count == Self.size else { throw .malformed(.ageFile, offset: nil) }
    self.secret = SharedSecretBytes(secret)
  }

  /// Calls `body` with the bytes.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }

  /// The header with these stanzas and its MAC.
  func header(_ stanzas: [AgeStanza]) -> AgeHeader {
    let text = AgeHeader.authenticatedText(stanzas)
    let mac = HMAC<SHA256>.authenticationCode(for: text, using: headerKey)
    return AgeHeader(stanzas: stanzas, authenticatedText: text, mac: Array(mac))
  }

  /// Refuses a header that was not made with this key.
  ///
  /// - Throws: `CryptoError.authenticationFailed`.
  func check(_ header: AgeHeader) throws(CryptoError) {
    let isRight = HMAC<SHA256>.isValidAuthenticationCode(
      header.mac, authenticating: header.authenticatedText, using: headerKey)
    guard isRight else { throw .authenticationFailed }
  }

  /// How the payload after the nonce is sealed: age's STREAM of 64 KiB chunks.
  ///
  /// - Parameter nonce: The 16 bytes before the payload, new for every file.
  /// - Returns: The cipher of the payload.
  func payloadCipher(nonce: [UInt8]) -> ChunkCipher {
    ChunkCipher(
      layout: .age, algorithm: .chaCha20Poly1305, key: derive(salt: nonce, info: "payload").secretBytes,
      nonces: .counterAndFinalFlag)
  }

  private var headerKey: SymmetricKey { derive(salt: [], info: "header") }

  private func derive(salt: [UInt8], info: String) -> SymmetricKey {
    let material = secret.withBytes { bytes in
      // because the buffer stays inside the closure
      unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, salt: salt, info: Array(info.utf8), outputByteCount: 32)
  }
}

extension AgeFileKey: RedactedDescription {}
