import OmamoriCore
import OmamoriCrypto

/// What both sides of a handshake share, and what a ratchet starts from.
struct SessionSecrets: Sendable {
  /// The first root key, 32 bytes.
  let rootKey: SharedSecretBytes
  /// The key that the initiator's first headers are sealed with, 32 bytes.
  let initiatorHeaderKey: SharedSecretBytes
  /// The key that the responder's first headers are sealed with, 32 bytes.
  let responderHeaderKey: SharedSecretBytes
  /// Binds every message to both identities, both addresses and the suite; public, the same on both sides.
  let associatedData: [UInt8]
  /// Tells sessions apart, 16 bytes; public, the same on both sides.
  let identifier: [UInt8]
}

extension SessionSecrets {
  /// Derives the secrets of a session with HKDF (RFC 5869) and SHA-256, as X3DH and PQXDH do.
  ///
  /// - Parameters:
  ///   - agreed: What each key agreement gave, in the order of the specification.
  ///   - encapsulated: What the key encapsulation mechanism gave, or `nil`.
  ///   - suite: The suite, whose label goes into every key.
  ///   - transcript: The hash of everything public, which goes into every key and every message.
  init(
    _ agreed: [SharedSecret], _ encapsulated: SymmetricKey?, _ suite: HandshakeSuite, _ transcript: [UInt8]
  ) {
    let keySize = 32
    // 32 bytes of ones before the agreements, which no agreement begins with, keep the input apart from others.
    let material = SecretBytes(count: keySize * (1 + agreed.count) + (encapsulated == nil ? 0 : keySize)) {
      output in
      // because the output has room for all parts, each of which has 32 bytes
      unsafe output.withUnsafeMutableBytes { output in
        for index in 0..<keySize { unsafe output[index] = 0xFF }
        for (index, secret) in agreed.enumerated() {
          let place = unsafe UnsafeMutableRawBufferPointer(rebasing: output[(keySize * (index + 1))...])
          unsafe secret.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
        }
        let end = unsafe UnsafeMutableRawBufferPointer(rebasing: output[(keySize * (agreed.count + 1))...])
        unsafe encapsulated?.withUnsafeBytes { unsafe end.copyMemory(from: $0) }
      }
    }
    // because the buffer is only read during the call
    let key = unsafe material.bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key,
      salt: [UInt8](repeating: 0, count: SHA256.byteCount),
      info: Array(suite.label.utf8) + [0] + transcript,
      outputByteCount: 3 * keySize + SessionSecrets.identifierByteCount
    )
    let (keys, identifier) = Self.divide(derived, keySize)
    self.init(
      rootKey: keys[0], initiatorHeaderKey: keys[1], responderHeaderKey: keys[2], associatedData: transcript,
      identifier: identifier)
  }

  /// The three keys and the identifier behind them.
  private static func divide(_ derived: SymmetricKey, _ size: Int) -> (
    keys: [SharedSecretBytes], rest: [UInt8]
  ) {
    // because every copy is made before the closure returns
    unsafe derived.withUnsafeBytes { derived in
      let span = unsafe derived.bytes
      let keys = (0..<3).map { index in
        SharedSecretBytes(SecretBytes(copying: span.extracting((size * index)..<(size * (index + 1)))))
      }
      return unsafe (keys, Array(derived[(3 * size)...]))
    }
  }

  /// The size of an identifier in bytes.
  static let identifierByteCount = 16
}
