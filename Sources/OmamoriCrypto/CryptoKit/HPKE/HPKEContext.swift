#if !canImport(Darwin)
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

extension HPKEContext: CustomStringConvertible, CustomReflectable {
  /// Always `<redacted>`, since the first nonce is secret too.
  var description: String { "<redacted>" }
  /// A mirror without children.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension HPKELabeledDerivation {
  /// Concentrates public data, without a salt.
  fileprivate func extractPublic(_ material: RawSpan, label: String) -> [UInt8] {
    Array(Data(extract(material, label: label).bytes))
  }
}
#endif
