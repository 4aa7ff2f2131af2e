import OmamoriCore

@testable import OmamoriCrypto

/// A whole age file in memory, sealed and opened by one thread, to test the parts below the engine.
enum AgeBox {
  /// The header and the payload of a file.
  static func seal(
    _ plaintext: [UInt8],
    _ header: (AgeFileKey) throws -> AgeHeader
  ) throws -> [UInt8] {
    let (fileKey, nonce) = (try AgeFileKey(), try SystemRandomness().bytes(count: AgeFileKey.nonceSize))
    return try header(fileKey).text + nonce + payload(plaintext, fileKey.payloadCipher(nonce: nonce))
  }

  /// The plaintext of a file.
  static func open(_ file: [UInt8], _ key: (AgeHeader) throws -> AgeFileKey) throws -> [UInt8] {
    var reader = AgeHeaderReader()
    let size = try reader.read(file.byteSpan)
    let fileKey = try key(reader.finish())
    guard file.count >= size + AgeFileKey.nonceSize else { throw CryptoError.truncated(.ageFile) }
    let nonce = Array(file[size...].prefix(AgeFileKey.nonceSize))
    return try open(Array(file[(size + AgeFileKey.nonceSize)...]), fileKey.payloadCipher(nonce: nonce))
  }

  /// The chunks of a payload.
  static func payload(_ plaintext: [UInt8], _ cipher: ChunkCipher) throws -> [UInt8] {
    let worker = try ChunkWorker(cipher, .seal)
    let count = try cipher.layout.chunkCount(forPlaintext: UInt64(plaintext.count))
    return try (0..<count).flatMap { index in
      let start = Int(index) * cipher.layout.chunkSize
      let chunk = Array(plaintext[start...].prefix(cipher.layout.chunkSize))
      return try seal(chunk, worker, index, isFinal: index + 1 == count)
    }
  }

  static func seal(_ chunk: [UInt8], _ worker: ChunkWorker, _ index: UInt64, isFinal: Bool) throws -> [UInt8]
  {
    var sealed = [UInt8](repeating: 0, count: chunk.count + 16)
    try unsafe chunk.withUnsafeBytes { chunk in
      try unsafe sealed.withUnsafeMutableBytes { sealed in
        try unsafe worker.seal(index: index, isFinal: isFinal, chunk, into: sealed)
      }
    }
    return sealed
  }

  /// The plaintext of a payload.
  static func open(_ payload: [UInt8], _ cipher: ChunkCipher) throws -> [UInt8] {
    let worker = try ChunkWorker(cipher, .open)
    let count = try cipher.layout.contents(ofSealed: UInt64(payload.count)).chunks
    return try (0..<count).flatMap { index in
      let sealed = Array(
        payload[(Int(index) * cipher.layout.sealedChunkSize)...].prefix(cipher.layout.sealedChunkSize))
      var chunk = [UInt8](repeating: 0, count: sealed.count - 16)
      try unsafe sealed.withUnsafeBytes { sealed in
        try unsafe chunk.withUnsafeMutableBytes { chunk in
          try unsafe worker.open(index: index, isFinal: index + 1 == count, sealed, into: chunk)
        }
      }
      return chunk
    }
  }
}
