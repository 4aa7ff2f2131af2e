import OmamoriCore
import OmamoriCrypto

/// The one-step key derivation of NIST SP 800-56A §5.8.1 with SHA-256, as ECDH-ES uses it (RFC 7518 §4.6.2).
enum ConcatKDF {
  /// Derives a key from what two sides agreed on.
  ///
  /// - Parameters:
  ///   - secret: What they agreed on.
  ///   - purpose: The name of the algorithm that the key is for.
  ///   - sender: What is known of the sender (`apu`); may be empty.
  ///   - recipient: What is known of the recipient (`apv`); may be empty.
  ///   - byteCount: The size of the key in bytes, at most 64.
  /// - Returns: The key.
  static func deriveKey(
    from secret: SharedSecret,
    for purpose: String,
    sender: [UInt8],
    recipient: [UInt8],
    byteCount: Int
  ) -> SymmetricKey {
    var information: [UInt8] = []
    for part in [Array(purpose.utf8), sender, recipient] {
      information += UInt32(part.count).bigEndianBytes + part
    }
    information += UInt32(byteCount * 8).bigEndianBytes
    let rounds = (byteCount + SHA256.byteCount - 1) / SHA256.byteCount
    let key = SecretBytes(count: rounds * SHA256.byteCount) { output in
      for round in 0..<rounds {
        var function = SHA256()
        function.update(data: UInt32(round + 1).bigEndianBytes)
        // because the buffer is only read during the call
        unsafe secret.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        function.update(data: information)
        for (offset, byte) in function.finalize().enumerated() {
          output.storeBytes(of: byte, toByteOffset: round * SHA256.byteCount + offset, as: UInt8.self)
        }
      }
    }
    return SymmetricKey(copying: key.bytes.extracting(..<byteCount))
  }
}
