import OmamoriCore

/// A file key sealed with a key that is used once: ChaCha20-Poly1305 with a nonce of zeros.
enum AgeKeyWrap {
  /// The size of a wrapped file key in bytes.
  static let size = AgeFileKey.size + ChunkCipher.Algorithm.tagSize

  private static let nonce = ChunkNonce(high: 0, low: 0)

  /// Wraps a file key.
  ///
  /// - Parameters:
  ///   - fileKey: The key of the file.
  ///   - key: 32 bytes that wrap nothing else.
  /// - Returns: The body of a stanza, 32 bytes.
  /// - Throws: `CryptoError`.
  static func wrap(_ fileKey: AgeFileKey, with key: SharedSecretBytes) throws(CryptoError) -> [UInt8] {
    let cipher = try cipher(key, .seal)
    let sealed = try fileKey.withBytes { bytes throws(CryptoError) in
      try SecretBytes(count: size) { room throws(CryptoError) in
        // because the buffers stay inside the closure
        try unsafe run(bytes, &room) { input, output throws(CryptoError) in
          try unsafe cipher.seal(nonce, input, into: output)  // because the room has the size of both
        }
      }
    }
    // because the buffer stays inside the closure
    return sealed.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  /// Unwraps a file key.
  ///
  /// - Parameters:
  ///   - body: The body of a stanza.
  ///   - key: The 32 bytes that it was wrapped with.
  /// - Returns: The key of the file; `nil` when it was wrapped with another key.
  /// - Throws: `CryptoError.malformed(_:offset:)` when the body has not the size of a wrapped key, which is found out
  ///   before anything is decrypted.
  static func unwrap(_ body: [UInt8], with key: SharedSecretBytes) throws(CryptoError) -> AgeFileKey? {
    guard body.count == size else { throw .malformed(.ageFile, offset: nil) }
    let cipher = try cipher(key, .open)
    let opened: SecretBytes
    do throws(CryptoError) {
      opened = try SecretBytes(count: AgeFileKey.size) { room throws(CryptoError) in
        // because UInt8 has no padding
        try unsafe run(body.byteSpan.bytes, &room) { input, output throws(CryptoError) in
          try unsafe cipher.open(nonce, input, into: output)  // because the room has the size of the key
        }
      }
    } catch {
      guard error == .authenticationFailed else { throw error }
      return nil
    }
    return try AgeFileKey(opened)
  }

  private static func cipher(
    _ key: SharedSecretBytes,
    _ direction: ChunkWorker.Direction
  ) throws(CryptoError) -> ChunkAEAD {
    try key.withBytes { key throws(CryptoError) in
      try ChunkAEAD(.chaCha20Poly1305, key: key, direction)
    }
  }

  /// Hands two spans on as buffers, through closures that pass errors on by type.
  private static func run(
    _ input: RawSpan,
    _ room: inout MutableRawSpan,
    _ body: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
  ) throws(CryptoError) {
    // because both buffers stay inside the closures
    let result = unsafe input.withUnsafeBytes { input in
      unsafe room.withUnsafeMutableBytes { room in
        Result { () throws(CryptoError) in try unsafe body(input, room) }  // because the closures still run
      }
    }
    try result.get()
  }
}
