import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// Chunked encryption (c2sp.org/chunked-encryption) in one piece, in a file, and piece by piece.
@Suite(.enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS has no Wycheproof files"))
struct CobblestoneWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("c2sp_chunked_encryption_aes_256_gcm_test", run: 35),
    .init("c2sp_chunked_encryption_aes_128_gcm_test", run: 35)
  )

  @Test(arguments: [Cobblestone.aes256GCM, .aes128GCM])
  func wholeMessages(_ suite: Cobblestone) throws {
    try Self.coverage.check(Self.file(suite)) { _, test in
      let opened = try Self.decryptor(test, suite).decrypt(try Self.ciphertext(test))
      return WycheproofAnswer(try Self.isMessage(opened, of: test))
    }
  }

  @Test(arguments: [Cobblestone.aes256GCM, .aes128GCM])
  func files(_ suite: Cobblestone) throws {
    let folder = try TemporaryFolder()
    let (sealed, opened) = (folder.path("sealed"), folder.path("opened"))
    try Self.coverage.check(Self.file(suite)) { _, test in
      try folder.write(try Self.ciphertext(test), to: "sealed")
      try? FileManager.default.removeItem(atPath: opened)
      do {
        try Self.decryptor(test, suite).decrypt(.path(sealed), to: .path(opened))
      } catch {
        #expect(try folder.names() == ["sealed"])
        throw error
      }
      return WycheproofAnswer(try Self.isMessage(folder.bytes(of: "opened"), of: test))
    }
  }

  /// What may be given out of a bad message before its fault is met is stated in the file too.
  @Test(arguments: [Cobblestone.aes256GCM, .aes128GCM], [1000, 16_400, 65_537])
  func pieces(_ suite: Cobblestone, size: Int) async throws {
    var results: [Int: (bytes: [UInt8], isWhole: Bool)] = [:]
    for test in try WycheproofFile(Self.file(suite)).tests {
      guard let decryptor = try? Self.decryptor(test, suite) else { continue }
      let sealed = try Self.ciphertext(test)
      let stream = AsyncStream<[UInt8]> { continuation in
        for start in stride(from: 0, to: sealed.count, by: size) {
          continuation.yield(Array(sealed[start..<min(start + size, sealed.count)]))
        }
        continuation.finish()
      }
      var (released, isWhole): ([UInt8], Bool) = ([], false)
      do {
        for try await piece in decryptor.decrypt(stream) { released += piece }
        isWhole = true
      } catch is CryptoError {}
      results[test.id] = (released, isWhole)
    }
    try Self.coverage.check(Self.file(suite)) { _, test in
      guard let result = results[test.id] else { return .rejected }
      if !result.isWhole {
        let isStated = try result.bytes.isEmpty || Self.isMessage(result.bytes, of: test)
        #expect(isStated, "test \(test.id)")
        #expect(result.bytes.isEmpty != test.flags.contains("PartialPlaintext"), "test \(test.id)")
      }
      return WycheproofAnswer(result.isWhole)
    }
  }

  private static func file(_ suite: Cobblestone) -> String {
    suite == .aes256GCM
      ? "c2sp_chunked_encryption_aes_256_gcm_test" : "c2sp_chunked_encryption_aes_128_gcm_test"
  }

  private static func decryptor(_ test: WycheproofTest, _ suite: Cobblestone) throws -> FileDecryptor {
    try FileDecryptor(
      key: SymmetricKey(data: test.bytes("key")), context: test.bytes("ctx"), suite: suite)
  }

  private static func ciphertext(_ test: WycheproofTest) throws -> [UInt8] {
    try Inflate.zlib(test.bytes("ct"))
  }

  private static func isMessage(_ bytes: [UInt8], of test: WycheproofTest) throws -> Bool {
    let (count, digest) = (try test.integer("msgLength"), try test.bytes("msgSha512"))
    return bytes.count == count && Array(SHA512.hash(data: bytes)) == digest
  }
}
