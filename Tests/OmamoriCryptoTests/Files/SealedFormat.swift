import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// A format of sealed files as the laws see it.
struct SealedFormat: Sendable {
  let name: String
  let encryptor: FileEncryptor
  let decryptor: FileDecryptor
  /// Decryptors with other keys, passwords or contexts.
  let strangers: [FileDecryptor]
  /// The bytes before the first chunk.
  let headerSize: Int
  /// The bytes of plaintext in a full chunk.
  let chunkSize: Int
  /// Whether opening is slow on purpose, so that fewer cases are gone through.
  var isSlow = false

  /// The bytes of a full chunk once it is sealed.
  var sealedChunkSize: Int { chunkSize + 16 }
}

/// What every sealed format keeps: nothing is lost, and nothing that was changed is given out.
///
/// Memory, pieces and files are gone through, since they take different ways.
func sealedFormatLaws(_ format: SealedFormat) async throws {
  try await roundTrips(format)
  try await truncations(format)
  try await changes(format)
  try await rearrangements(format)
  let sealed = try format.encryptor.encrypt(pattern(100))
  for stranger in format.strangers { try await refuses(sealed, of: [], stranger, format.name) }
}

/// Bytes that differ from chunk to chunk: one block of a prime number of bytes, again and again.
func pattern(_ count: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count < count { bytes += patternBlock.prefix(count - bytes.count) }
  return bytes
}

private let patternBlock = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &* 7) }

private func roundTrips(_ format: SealedFormat) async throws {
  let chunk = format.chunkSize
  let folder = try TemporaryFolder()
  let counts = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 40 * chunk, 40 * chunk + 77]
  for count in format.isSlow ? [0, chunk, 40 * chunk + 77] : counts {
    let plaintext = pattern(count)
    let sealed = try format.encryptor.encrypt(plaintext)
    #expect(try format.encryptor.encrypt(plaintext) != sealed, "\(format.name): new keys each time")
    #expect(try format.decryptor.decrypt(sealed) == plaintext, "\(format.name): \(count) bytes")
    #expect(try format.decryptor.decrypt(sealed, jobs: 3) == plaintext, "\(format.name): \(count) bytes")
    #expect(try Array(format.decryptor.decrypt(Data(sealed))) == plaintext, "\(format.name): \(count) bytes")

    for size in [997, chunk, 3 * chunk + 5] {
      let pieces = try await joined(format.encryptor.encrypt(stream(plaintext, by: size)))
      #expect(pieces.failure == nil && pieces.bytes.count == sealed.count)
      #expect(try format.decryptor.decrypt(pieces.bytes) == plaintext)
      let opened = try await joined(format.decryptor.decrypt(stream(sealed, by: size)))
      #expect(opened.failure == nil && opened.bytes == plaintext, "\(format.name): \(count) bytes by \(size)")
    }

    let (plain, other, back) = (folder.path("plain"), folder.path("sealed"), folder.path("back"))
    try Data(plaintext).write(to: URL(filePath: plain))
    let options = FileOptions(jobs: 3, replacesExisting: true)
    try await format.encryptor.encrypt(.path(plain), to: .path(other), options: options)
    try await format.decryptor.decrypt(.path(other), to: .path(back), options: options)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: back))) == plaintext, "\(format.name): \(count) bytes")
    let reader = try EncryptedFileReader(other, with: format.decryptor)
    #expect(reader.size == UInt64(count))
    for offset in [0, 1, chunk - 1, chunk, count / 2, count - 1, count, count + 1] where offset >= 0 {
      let part = try reader.read(at: UInt64(offset), count: chunk + 3)
      #expect(part == Array(plaintext.dropFirst(offset).prefix(chunk + 3)), "\(format.name): at \(offset)")
    }
  }
}

private func truncations(_ format: SealedFormat) async throws {
  let small = pattern(50)
  let sealed = try format.encryptor.encrypt(small)
  for count in 0..<sealed.count { try await refuses(Array(sealed[..<count]), of: small, format) }
  let large = pattern(3 * format.chunkSize + 10)
  let sealedLarge = try format.encryptor.encrypt(large)
  for chunk in 0...3 {
    let start = format.headerSize + chunk * format.sealedChunkSize
    for count in [start - 1, start, start + 1, start + 15, start + 16, start + 17, start + 25]
    where count < sealedLarge.count {
      try await refuses(Array(sealedLarge[..<count]), of: large, format)
    }
  }
  for extra in [1, 15, 16, 17, format.sealedChunkSize] {
    try await refuses(sealed + pattern(extra), of: small, format)
    try await refuses(sealedLarge + pattern(extra), of: large, format)
  }
  try await refuses(sealed + sealed, of: small, format)
}

private func changes(_ format: SealedFormat) async throws {
  let plaintext = pattern(60)
  let sealed = try format.encryptor.encrypt(plaintext)
  for index in sealed.indices {
    if format.isSlow && index >= format.headerSize && index % 4 > 0 { continue }
    for bit in 0..<(format.isSlow ? 1 : 8) {
      var changed = sealed
      changed[index] ^= 1 << ((bit + index) % 8)
      try await refuses(changed, of: plaintext, format)
    }
  }
}

private func rearrangements(_ format: SealedFormat) async throws {
  let plaintext = pattern(4 * format.chunkSize + 9)
  let sealed = try format.encryptor.encrypt(plaintext)
  let other = try format.encryptor.encrypt(plaintext)
  func part(_ index: Int, of file: [UInt8]) -> ArraySlice<UInt8> {
    let start = format.headerSize + index * format.sealedChunkSize
    return file[start..<min(start + format.sealedChunkSize, file.count)]
  }
  let header = sealed[..<format.headerSize]
  for order in [
    [1, 0, 2, 3, 4], [0, 0, 2, 3, 4], [0, 2, 3, 4], [0, 1, 2, 2, 3, 4], [0, 1, 3, 2, 4], [4], [0, 1, 2, 4],
  ] {
    try await refuses(Array(header) + order.flatMap { part($0, of: sealed) }, of: plaintext, format)
  }
  let mixed =
    Array(header) + part(0, of: sealed) + part(1, of: other) + (2...4).flatMap { part($0, of: sealed) }
  try await refuses(mixed, of: plaintext, format)
  try await refuses(Array(other[..<format.headerSize] + sealed[format.headerSize...]), of: plaintext, format)
}

private func refuses(_ sealed: [UInt8], of plaintext: [UInt8], _ format: SealedFormat) async throws {
  try await refuses(sealed, of: plaintext, format.decryptor, format.name)
}

/// Requires that an input is refused, and that what is given out before that is genuine.
private func refuses(
  _ sealed: [UInt8],
  of plaintext: [UInt8],
  _ decryptor: FileDecryptor,
  _ name: String
) async throws {
  #expect(throws: CryptoError.self, "\(name): \(sealed.count) bytes") { try decryptor.decrypt(sealed) }
  // The other two ways find the header like the first one; all go through them where the chunks are another matter.
  guard sealed.count > 1000 || sealed.reduce(0, { $0 &+ Int($1) }) % 4 == 0 else { return }
  let pieces = try await joined(decryptor.decrypt(stream(sealed, by: 700)))
  #expect(pieces.failure != nil, "\(name): \(sealed.count) bytes")
  #expect(plaintext.starts(with: pieces.bytes), "\(name): \(sealed.count) bytes")
  let folder = try TemporaryFolder()
  try Data(sealed).write(to: URL(filePath: folder.path("sealed")))
  #expect(throws: CryptoError.self, "\(name): \(sealed.count) bytes") {
    try decryptor.decrypt(
      .path(folder.path("sealed")), to: .path(folder.path("opened")), options: FileOptions(jobs: 2))
  }
  #expect(try folder.names() == ["sealed"], "\(name): nothing is left")
}

/// Everything that a sequence gives, and the failure that ends it.
func joined<Pieces: AsyncSequence>(
  _ pieces: Pieces
) async throws -> (bytes: [UInt8], failure: CryptoError?) where Pieces.Element == [UInt8] {
  var bytes: [UInt8] = []
  do {
    for try await piece in pieces { bytes += piece }
  } catch let error as CryptoError {
    return (bytes, error)
  }
  return (bytes, nil)
}

/// Bytes in pieces of one size.
func stream(_ bytes: [UInt8], by size: Int) -> AsyncStream<[UInt8]> {
  AsyncStream { continuation in
    for start in stride(from: 0, to: bytes.count, by: size) {
      continuation.yield(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    continuation.finish()
  }
}
