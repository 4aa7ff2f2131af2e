import Foundation
import IDZSwiftCommonCrypto

enum ArchiveError: Error { case cipher, digest, mode(String) }

struct ResultArchive {
  let key: [UInt8]

  func encodeResult(_ document: Data) throws -> Data {
    let algorithm = CryptoProfile.labResults
    let iv = try Random.generateBytes(byteCount: algorithm.blockSize())
    return try run(algorithm, iv: iv, options: CryptoProfile.chainOptions, on: document)
  }

  func encodeImage(_ frame: Data) throws -> Data {
    let algorithm = CryptoProfile.imaging
    let iv = try Random.generateBytes(byteCount: algorithm.blockSize())
    return try run(algorithm, iv: iv, options: CryptoProfile.chainOptions, on: frame)
  }

  func encodeRegister(_ rows: Data) throws -> Data {
    try run(.aes, iv: [], options: CryptoProfile.blockOptions, on: rows)
  }

  func encodeMessage(_ text: String) throws -> Data {
    let iv = try Random.generateBytes(byteCount: 8)
    return try run(.rc2, iv: iv, options: [.PKCS7Padding], on: Data(text.utf8)) // weak: weak-cipher helper
  }

  private func run(
    _ algorithm: StreamCryptor.Algorithm, iv: [UInt8], options: StreamCryptor.Options, on data: Data
  ) throws -> Data {
    let cryptor = Cryptor(operation: .encrypt, algorithm: algorithm, options: options, key: key, iv: iv)
    guard let bytes = cryptor.update(data: data)?.final() else { throw ArchiveError.cipher }
    return Data(iv + bytes)
  }
}

struct ExportSeal {
  func accept(_ export: Data, expected: [UInt8]) throws {
    let digest = Digest(algorithm: CryptoProfile.exportDigest)
    guard let actual = digest.update(data: export)?.final() else { throw ArchiveError.digest }
    guard actual == expected else { throw ArchiveError.digest }
    try export.write(to: URL.documentsDirectory.appendingPathComponent("export.hl7"), options: .completeFileProtection)
  }

  func thumbnailFile(for frame: Data) -> URL? {
    guard let bytes = Digest(algorithm: .md5).update(data: frame)?.final() else { return nil } // safe: weak-hash
    let name = bytes.map { String($0, radix: 36) }.joined()
    return URL.cachesDirectory.appendingPathComponent(name).appendingPathExtension("jpg")
  }

  func algorithm(named name: String) throws -> StreamCryptor.Algorithm {
    switch name {
    case "AES": return .aes
    case "DES", "3DES", "RC2", "CAST5": throw ArchiveError.mode(name) // safe: weak-cipher
    default: throw ArchiveError.mode(name)
    }
  }
}
