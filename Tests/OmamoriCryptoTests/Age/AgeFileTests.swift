import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@Suite struct AgeFileTests {
  private let identity: Identity
  private let decryptor: FileDecryptor

  init() throws {
    identity = try Identity()
    decryptor = FileDecryptor(identities: [identity])
  }

  private func encryptor(_ format: EncryptedFileFormat) throws -> FileEncryptor {
    try FileEncryptor(to: [identity.recipient], format: format)
  }

  /// Bytes as a sequence of pieces.
  private func pieces(_ bytes: [UInt8], _ size: Int) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: bytes.count, by: size) {
        continuation.yield(Array(bytes[start...].prefix(size)))
      }
      continuation.finish()
    }
  }

  private func whole(_ pieces: some AsyncSequence<[UInt8], any Error>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in pieces { bytes += piece }
    return bytes
  }

  @Test(arguments: [EncryptedFileFormat.age, .armoredAge], [0, 1, 65_535, 65_536, 65_537, 3 << 20])
  func memoryFilesPipesAndSequencesAgree(_ format: EncryptedFileFormat, _ size: Int) async throws {
    let plaintext = try SeededRandomness(seed: UInt64(size)).bytes(count: size)
    let encryptor = try encryptor(format)
    let folder = try TemporaryFolder()
    let (plain, sealed, opened) = (folder.path("plain"), folder.path("sealed"), folder.path("opened"))
    try Data(plaintext).write(to: URL(filePath: plain))
    try await encryptor.encrypt(.path(plain), to: .path(sealed))
    let file = try [UInt8](Data(contentsOf: URL(filePath: sealed)))
    let begin = format == .age ? "age-encryption.org/v1\n" : "-----BEGIN AGE ENCRYPTED FILE-----\n"
    #expect(file.starts(with: Array(begin.utf8)))
    #expect(try decryptor.decrypt(file) == plaintext)
    try await decryptor.decrypt(.path(sealed), to: .path(opened))
    #expect(try [UInt8](Data(contentsOf: URL(filePath: opened))) == plaintext)
    #expect(try decryptor.decrypt(encryptor.encrypt(plaintext)) == plaintext)
    for size in [1000, 100_000] {
      #expect(try await whole(decryptor.decrypt(pieces(file, size))) == plaintext)
      #expect(try decryptor.decrypt(await whole(encryptor.encrypt(pieces(plaintext, size)))) == plaintext)
    }
    // A pipe.
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    async let written: Void = Task.detached {
      try writer.write(contentsOf: Data(file))
      try writer.close()
    }.value
    let piped = folder.path("piped")
    try await decryptor.decrypt(.descriptor(pipe.fileHandleForReading.fileDescriptor), to: .path(piped))
    try await written
    #expect(try [UInt8](Data(contentsOf: URL(filePath: piped))) == plaintext)
  }

  @Test func passwordsWork() throws {
    let encryptor = try FileEncryptor(
      password: Password("pass"), format: .age, cost: .scrypt(logarithm: 10, blockSize: 8, lanes: 1))
    let file = try encryptor.encrypt([1, 2, 3])
    #expect(try FileDecryptor(passwords: [Password("no"), Password("pass")]).decrypt(file) == [1, 2, 3])
    #expect(throws: CryptoError.noMatchingKey) { try decryptor.decrypt(file) }
    #expect(throws: CryptoError.costLimitExceeded) {
      try FileDecryptor(passwords: [Password("pass")], limits: PasswordCostLimits(memory: 512)).decrypt(file)
    }
    for cost in [PasswordCost.standard, .scrypt(logarithm: 10, blockSize: 1, lanes: 1)] {
      #expect(throws: CryptoError.unsupported(.ageFile)) {
        try FileEncryptor(password: Password("pass"), format: .age, cost: cost).encrypt([1])
      }
    }
  }

  /// No truncation, no flipped bit and no addition of a small file is accepted, whole or in pieces.
  @Test(arguments: [EncryptedFileFormat.age, .armoredAge])
  func everyChangeOfASmallFileIsRefused(_ format: EncryptedFileFormat) throws {
    let plaintext = Array("the plaintext".utf8)
    let file = try encryptor(format).encrypt(plaintext)
    let armored = format == .armoredAge
    for count in 0..<file.count - (armored ? 1 : 0) {
      #expect(throws: CryptoError.self) { try decryptor.decrypt(Array(file[..<count])) }
    }
    for index in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[index] ^= 1 << bit
        // White space around an armor is the one thing that may change.
        if armored, index == file.count - 1, [9, 11, 12, 13, 32].contains(changed[index]) { continue }
        if (try? decryptor.decrypt(changed)) != nil {
          Issue.record("bit \(bit) of byte \(index) may be flipped")
        }
      }
    }
    for extra: [UInt8] in [[0], [0x41], file] {
      #expect(throws: CryptoError.self) { try decryptor.decrypt(file + extra) }
      #expect(throws: CryptoError.self) { try decryptor.decrypt(extra + file) }
    }
  }

  @Test func chunksKeepTheirPlaces() throws {
    let chunk = 65_552
    let plaintext = [UInt8](repeating: 7, count: 3 * 65_536)
    let file = try encryptor(.age).encrypt(plaintext)
    let start = file.count - 3 * chunk
    let header = Array(file[..<start])
    let chunks = (0..<3).map { Array(file[(start + $0 * chunk)...].prefix(chunk)) }
    for order in [
      [1, 0, 2], [0, 2, 1], [0, 1], [0, 2], [1, 2], [0], [2], [], [0, 0, 1, 2], [0, 1, 2, 2],
    ] {
      #expect(throws: CryptoError.self) { try decryptor.decrypt(header + order.flatMap { chunks[$0] }) }
    }
    for count in [1, 15, 16, 17, 65_551] {
      #expect(throws: CryptoError.self) { try decryptor.decrypt(Array(file.dropLast(count))) }
      #expect(throws: CryptoError.self) { try decryptor.decrypt(file + [UInt8](repeating: 0, count: count)) }
    }
    #expect(try decryptor.decrypt(header + chunks.flatMap { $0 }) == plaintext)
  }

  @Test func anEmptyLastChunkIsRefusedUnlessItIsTheOnlyOne() throws {
    let file = try encryptor(.age).encrypt([])
    #expect(try decryptor.decrypt(file) == [])
    #expect(throws: CryptoError.truncated(.ageFile)) { try decryptor.decrypt(Array(file.dropLast(16))) }
  }

  @Test func partsOfArmorCannotBeRead() throws {
    let folder = try TemporaryFolder()
    try Data(encryptor(.armoredAge).encrypt([1, 2, 3])).write(to: URL(filePath: folder.path("sealed")))
    #expect(throws: CryptoError.unsupported(.ageArmor)) {
      try EncryptedFileReader(folder.path("sealed"), with: decryptor)
    }
  }

  @Test func errorsShowNothing() throws {
    let probe = LeakProbe()
    let file = try encryptor(.age).encrypt(Array(probe.marker.utf8))
    let other = FileDecryptor(identities: [try Identity()], passwords: [Password(probe.marker)])
    let error = #expect(throws: CryptoError.noMatchingKey) { try other.decrypt(file) }
    #expect(try probe.leaks(in: #require(error)).isEmpty)
    #expect(probe.leaks(in: other).isEmpty)
  }
}
