import OmamoriCore

/// The header of age files, up to and including the nonce of the payload (c2sp.org/age).
enum AgeFileCodec: FileHeaderCodec {
  static let format = CryptoFormat.ageFile
  static let magic = AgeHeader.versionPrefix
  static let greatestRecipientCount = AgeHeaderReader.maximumStanzas

  static func meter() -> any HeaderMeter { AgeHeaderMeter() }

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

/// Finds the end of the header of an age file, the nonce of the payload included.
struct AgeHeaderMeter: HeaderMeter {
  private var reader = AgeHeaderReader()
  private var taken = 0

  mutating func size(in bytes: [UInt8]) throws(CryptoError) -> Int? {
    if reader.header == nil { taken += try reader.read(bytes.byteSpan.extracting(taken...)) }
    let size = taken + AgeFileKey.nonceSize
    return reader.header == nil || bytes.count < size ? nil : size
  }
}
