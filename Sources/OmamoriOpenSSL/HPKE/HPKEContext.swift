import OmamoriCore

/// What both sides derive from the shared secret (RFC 9180, section 5.1), and its uses.
struct HPKEContext: Sendable {
  private let suite: HPKE.Ciphersuite
  private let exporterSecret: SymmetricKey
  private let key: SymmetricKey
  private let baseNonce: [UInt8]

  /// The key schedule.
  init(
    _ suite: HPKE.Ciphersuite,
    _ mode: HPKEMode,
    sharedSecret: SymmetricKey,
    info: Data,
    presharedKey: HPKEPresharedKey?
  ) {
    let derivation = suite.derivation
    let identifier = presharedKey?.identifier ?? Data()
    let identifierHash = identifier.withRawSpan { derivation.extractPublic($0, label: "psk_id_hash") }
    let infoHash = info.withRawSpan { derivation.extractPublic($0, label: "info_hash") }
    let context = [mode.rawValue] + identifierHash + infoHash
    let secret = sharedSecret.withBytes { shared in
      (presharedKey?.key ?? SymmetricKey(SecretBytes(count: 0) { _ in })).withBytes { preshared in
        derivation.extract(preshared, label: "secret", salt: shared)
      }
    }
    let (keySize, nonceSize) = suite.aead.algorithm.map { ($0.keyByteCount, 12) } ?? (0, 0)
    key = SymmetricKey(derivation.expand(secret.bytes, label: "key", info: context, count: keySize))
    let nonce = derivation.expand(secret.bytes, label: "base_nonce", info: context, count: nonceSize)
    baseNonce = Array(Data(nonce.bytes))
    exporterSecret = SymmetricKey(
      derivation.expand(secret.bytes, label: "exp", info: context, count: derivation.keyByteCount))
    self.suite = suite
  }

  /// Encrypts a message with a number that was not used before.
  func seal(_ message: RawSpan, authenticating data: RawSpan, number: UInt64) throws -> Data {
    guard let algorithm = suite.aead.algorithm else { throw HPKE.Errors.exportOnlyMode }
    let nonce = try nonce(number)
    do throws(CryptoError) {
      let sealed = try key.withBytes { key throws(CryptoError) in
        let cipher = try AEADContext(algorithm, key: key, direction: .seal)
        let count = message.byteCount + AEADAlgorithm.tagByteCount
        return try [UInt8](count: count) { output throws(CryptoError) in
          // because UInt8 has no padding
          try unsafe cipher.seal(message, nonce: nonce.byteSpan.bytes, authenticating: data, into: &output)
        }
      }
      return Data(sealed)
    } catch {
      throw CryptoKitError(error)
    }
  }

  /// Decrypts the message with a number.
  func open(_ ciphertext: RawSpan, authenticating data: RawSpan, number: UInt64) throws -> Data {
    guard let algorithm = suite.aead.algorithm else { throw HPKE.Errors.exportOnlyMode }
    let nonce = try nonce(number)
    let count = ciphertext.byteCount - AEADAlgorithm.tagByteCount
    guard count >= 0 else { throw HPKE.Errors.ciphertextTooShort }
    do throws(CryptoError) {
      let message = try key.withBytes { key throws(CryptoError) in
        let cipher = try AEADContext(algorithm, key: key, direction: .open)
        return try [UInt8](count: count) { output throws(CryptoError) in
          // because UInt8 has no padding
          try unsafe cipher.open(ciphertext, nonce: nonce.byteSpan.bytes, authenticating: data, into: &output)
        }
      }
      return Data(message)
    } catch {
      throw CryptoKitError(error)
    }
  }

  /// Derives a secret for another purpose (section 5.3).
  func export(_ context: RawSpan, count: Int) throws -> SymmetricKey {
    let derivation = suite.derivation
    guard 1...derivation.maximumByteCount ~= count else { throw CryptoKitError.incorrectParameterSize }
    // because the buffer is only read during the call
    let context = unsafe context.withUnsafeBytes { unsafe Array($0) }
    return exporterSecret.withBytes { key in
      SymmetricKey(derivation.expand(key, label: "sec", info: context, count: count))
    }
  }

  /// The nonce of a number; the last number is not used, so that counting never overflows.
  private func nonce(_ number: UInt64) throws -> [UInt8] {
    guard number < .max else { throw HPKE.Errors.outOfRangeSequenceNumber }
    var nonce = baseNonce
    for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
    return nonce
  }
}

extension HPKEContext: RedactedDescription {}

extension HPKELabeledDerivation {
  /// Concentrates public data, without a salt.
  fileprivate func extractPublic(_ material: RawSpan, label: String) -> [UInt8] {
    Array(Data(extract(material, label: label).bytes))
  }
}

/// HKDF with the labels of HPKE (RFC 9180, section 4).
struct HPKELabeledDerivation: Sendable {
  private static let version = Array("HPKE-v1".utf8)

  private let algorithm: DigestAlgorithm
  private let suite: [UInt8]

  /// Makes the derivation of a suite: a name and the numbers of its algorithms.
  init(_ kdf: HPKE.KDF, suite name: String, _ identifiers: [UInt16]) {
    algorithm = kdf.algorithm
    suite = name.utf8 + identifiers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  /// The size of an extracted key in bytes.
  var keyByteCount: Int { algorithm.byteCount }

  /// The most bytes that can be expanded.
  var maximumByteCount: Int { 255 * algorithm.byteCount }

  /// Concentrates a secret into a pseudorandom key.
  func extract(_ material: RawSpan, label: String, salt: RawSpan = RawSpan()) -> SecretBytes {
    let prefix = Self.version + suite + label.utf8
    // because UInt8 has no padding
    return unsafe KeyedHash.secretCode(algorithm, key: salt, prefix.byteSpan.bytes, material)
  }

  /// Makes a key of a pseudorandom key; the caller keeps to ``maximumByteCount``.
  func expand(_ key: RawSpan, label: String, info: [UInt8], count: Int) -> SecretBytes {
    let length = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    let labeled = length + Self.version + suite + label.utf8 + info
    return SecretBytes(count: count) { output in
      // because UInt8 has no padding
      unsafe KeyedHash.expand(algorithm, key: key, info: labeled.byteSpan.bytes, into: &output)
    }
  }
}

extension HPKE {
  /// The mechanisms with Diffie-Hellman (RFC 9180, section 4.1).
  ///
  /// Has no state; safe to use from any thread.
  public enum DHKEM: Sendable {
    /// A new shared secret for a recipient and its encapsulated form; `ephemeral` must be a new random key.
    static func encapsulate<PublicKey: HPKEDiffieHellmanPublicKey>(
      to recipient: PublicKey,
      with ephemeral: PublicKey.EphemeralPrivateKey,
      _ kem: HPKE.KEM
    ) throws -> OmamoriOpenSSL.KEM.EncapsulationResult {
      let encapsulated = try ephemeral.publicKey.hpkeRepresentation(kem: kem)
      let context = try encapsulated + recipient.hpkeRepresentation(kem: kem)
      let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
      let secret = sharedSecret(kem, concatenating: [shared], context: context)
      return OmamoriOpenSSL.KEM.EncapsulationResult(sharedSecret: secret, encapsulated: encapsulated)
    }

    /// As ``encapsulate(to:with:_:)``, but the recipient learns that the owner of `sender` made the secret.
    static func encapsulate<PrivateKey: HPKEDiffieHellmanPrivateKey>(
      to recipient: PrivateKey.PublicKey,
      from sender: PrivateKey,
      with ephemeral: PrivateKey.PublicKey.EphemeralPrivateKey,
      _ kem: HPKE.KEM
    ) throws -> OmamoriOpenSSL.KEM.EncapsulationResult {
      let encapsulated = try ephemeral.publicKey.hpkeRepresentation(kem: kem)
      let context =
        try encapsulated + recipient.hpkeRepresentation(kem: kem)
        + sender.publicKey.hpkeRepresentation(kem: kem)
      let shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
      let authenticated = try sender.sharedSecretFromKeyAgreement(with: recipient)
      let secret = sharedSecret(kem, concatenating: [shared, authenticated], context: context)
      return OmamoriOpenSSL.KEM.EncapsulationResult(sharedSecret: secret, encapsulated: encapsulated)
    }

    /// The shared secret of an encapsulated key; with a `sender` it is a wrong one unless that made it.
    static func decapsulate<PrivateKey: HPKEDiffieHellmanPrivateKey>(
      _ encapsulated: Data,
      with recipient: PrivateKey,
      from sender: PrivateKey.PublicKey?,
      _ kem: HPKE.KEM
    ) throws -> SymmetricKey {
      var context = try encapsulated + recipient.publicKey.hpkeRepresentation(kem: kem)
      let ephemeral = try PrivateKey.PublicKey(encapsulated, kem: kem)
      var shared = [try recipient.sharedSecretFromKeyAgreement(with: ephemeral)]
      if let sender {
        context += try sender.hpkeRepresentation(kem: kem)
        shared.append(try recipient.sharedSecretFromKeyAgreement(with: sender))
      }
      return sharedSecret(kem, concatenating: shared, context: context)
    }

    /// The step that the RFC calls ExtractAndExpand.
    private static func sharedSecret(
      _ kem: HPKE.KEM,
      concatenating secrets: [SharedSecret],
      context: Data
    ) -> SymmetricKey {
      let derivation = HPKELabeledDerivation(kem.kdf, suite: "KEM", [kem.identifier])
      let material = SecretBytes(concatenating: secrets)
      let key = derivation.extract(material.bytes, label: "eae_prk")
      return SymmetricKey(
        derivation.expand(key.bytes, label: "shared_secret", info: Array(context), count: kem.secretByteCount)
      )
    }
  }
}

extension SecretBytes {
  /// The bytes of all secrets, one after the other.
  fileprivate init(concatenating secrets: [SharedSecret]) {
    self.init(count: secrets.reduce(0) { $0 + $1.withKeySpan { $0.byteCount } }) { output in
      var offset = 0
      for secret in secrets {
        secret.withKeySpan { bytes in
          for index in 0..<bytes.byteCount {
            output.storeBytes(of: bytes.byte(at: index), toByteOffset: offset + index, as: UInt8.self)
          }
          offset += bytes.byteCount
        }
      }
    }
  }
}
