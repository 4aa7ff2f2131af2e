import OmamoriCore

/// The header of age files, up to and including the nonce of the payload (c2sp.org/age).
enum AgeFileCodec: FileHeaderCodec {
  static let format = CryptoFormat.ageFile
  static let magic = AgeHeader.versionPrefix
  static let greatestRecipientCount = AgeHeaderReader.maximumStanzas
  static let maximumHeaderSize = AgeHeaderReader.maximumSize + AgeFileKey.nonceSize

  /// Up to this many bytes a header is read again for each piece that was added; no usual one is longer.
  private static let usualHeaderSize = 64 << 10

  static func headerSize(in bytes: [UInt8]) throws(CryptoError) -> Int? {
    guard bytes.count <= usualHeaderSize || hasEnd(bytes.byteSpan) else { return nil }
    var reader = AgeHeaderReader()
    let size = try reader.read(bytes.byteSpan) + AgeFileKey.nonceSize
    return reader.header == nil || bytes.count < size ? nil : size
  }

  /// Whether a line begins with the mark of the last one.
  private static func hasEnd(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    for index in 0..<(bytes.count - 3) where bytes[index] == UInt8(ascii: "\n") {
      if bytes[index + 1] == UInt8(ascii: "-"), bytes[index + 2] == UInt8(ascii: "-") { return true }
    }
    return false
  }

  static func make(for audience: FileAudience) throws(CryptoError) -> (header: [UInt8], cipher: ChunkCipher) {
    let fileKey = try AgeFileKey()
    let header =
      switch audience {
      case .recipients(let recipients): try fileKey.header(for: recipients)
      case .password(let password, nil): try fileKey.header(for: password)
      case .password(let password, .scrypt(let workFactor, 8, 1)):
        try fileKey.header(for: password, workFactor: workFactor)
      case .password: throw .unsupported(.ageFile)
      }
    let nonce: [UInt8]
    do throws(CoreError) {
      nonce = try SystemRandomness().bytes(count: AgeFileKey.nonceSize)
    } catch {
      throw CryptoError(error)
    }
    return (header.text + nonce, fileKey.payloadCipher(nonce: nonce))
  }

  static func open(_ header: [UInt8], with keys: FileKeys) throws(CryptoError) -> ChunkCipher {
    var reader = AgeHeaderReader()
    let size = try reader.read(header.byteSpan)
    let parsed = try reader.finish()
    let nonce = Array(header[size...])
    guard nonce.count >= AgeFileKey.nonceSize else { throw .truncated(format) }
    guard nonce.count == AgeFileKey.nonceSize else { throw .malformed(format, offset: size) }
    let fileKey = try parsed.fileKey(for: keys.identities, passwords: keys.passwords, limits: keys.limits)
    return fileKey.payloadCipher(nonce: nonce)
  }
}
