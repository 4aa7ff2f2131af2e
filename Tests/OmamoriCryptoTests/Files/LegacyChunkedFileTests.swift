import Foundation
import OmamoriCrypto
import Testing

/// Old files of boxes one after the other: they are read, and what they do not protect is shown here.
@Suite struct LegacyChunkedFileTests {
  private let key = SymmetricKey(size: .bits256)

  private func written(_ plaintext: [UInt8], by size: Int) throws -> [[UInt8]] {
    try stride(from: 0, to: plaintext.count, by: size).map { start in
      let part = plaintext[start..<min(start + size, plaintext.count)]
      return Array(try #require(try AES.GCM.seal(part, using: key).combined))
    }
  }

  @Test(arguments: [1, 1 << 20, 1 << 20 + 1, 3 << 20 + 100]) func readsWhatWasWritten(_ count: Int) throws {
    let plaintext = pattern(count)
    let parts = try written(plaintext, by: 1 << 20)
    let contents = try LegacyChunkedFile(key: key).decrypt(parts.flatMap { $0 })
    #expect(contents.unauthenticatedSequence == plaintext)
    #expect(contents.partCount == parts.count)
  }

  @Test func partsAreAuthenticAndTheirOrderIsNot() throws {
    let reader = try LegacyChunkedFile(key: key, partSize: 100)
    let parts = try written(pattern(300), by: 100)
    let swapped = try reader.decrypt(parts[1] + parts[0])
    #expect(swapped.unauthenticatedSequence == Array(pattern(300)[100..<200] + pattern(100)))
    var changed = parts.flatMap { $0 }
    changed[140] ^= 1
    #expect(throws: CryptoError.authenticationFailed) { try reader.decrypt(changed) }
    #expect(throws: CryptoError.truncated(.legacyChunks)) { try reader.decrypt(Array(parts[0][..<27])) }
    #expect(throws: CryptoError.truncated(.legacyChunks)) { try reader.decrypt([]) }
    let stranger = try LegacyChunkedFile(key: SymmetricKey(size: .bits256), partSize: 100)
    #expect(throws: CryptoError.authenticationFailed) { try stranger.decrypt(parts[0]) }
  }

  @Test func migratesToARealFormat() throws {
    let folder = try TemporaryFolder()
    let plaintext = pattern(2_500_000)
    try folder.write(try written(plaintext, by: 1 << 20).flatMap { $0 }, to: "old")
    let newKey = SymmetricKey(size: .bits256)
    let parts = try LegacyChunkedFile(key: key)
      .migrate(folder["old"], to: folder["new"], with: FileEncryptor(key: newKey, context: []))
    #expect(parts == 3)
    #expect(try FileDecryptor(key: newKey, context: []).decrypt(folder.bytes(of: "new")) == plaintext)
    #expect(try folder.names() == ["new", "old"])
  }
}
