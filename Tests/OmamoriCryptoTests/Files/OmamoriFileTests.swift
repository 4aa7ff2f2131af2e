@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// The header of Omamori files: its one spelling, its limits, and what refuses which key.
@Suite struct OmamoriFileTests {
  private func sealed(_ cost: PasswordCost = .least) throws -> [UInt8] {
    try FileEncryptor(password: Password("p"), cost: cost).encrypt([1, 2, 3])
  }

  @Test func beginsAsThePageSays() throws {
    let file = try sealed(.argon2id(memory: 20_000, passes: 3, lanes: 2))
    let expected = hex("89 4f4d414d4f5249 01 02 0001 01 00004e20 00000003 02")
    #expect(file.starts(with: expected))
    #expect(file.count == 12 + 106 + 32 + 56 + 3 + 16)
    let recipients = try FileEncryptor(to: [Identity().recipient, Identity().recipient]).encrypt([UInt8]())
    #expect(recipients.starts(with: hex("89 4f4d414d4f5249 01 01 0002 01")))
    #expect(recipients.count == 12 + 2 * 81 + 32 + 56 + 16)
  }

  @Test func headersHaveOneSpelling() throws {
    let file = try sealed()
    let size = try #require(try OmamoriHeader.size(in: file))
    let header = try OmamoriHeader(Array(file[..<size]))
    #expect(header.authenticatedBytes == Array(file[..<(size - 32)]))
    #expect(throws: CryptoError.malformed(.omamoriFile, offset: size)) {
      try OmamoriHeader(Array(file[..<(size + 1)]))
    }
    #expect(throws: CryptoError.truncated(.omamoriFile)) { try OmamoriHeader(Array(file[..<(size - 1)])) }
  }

  @Test(arguments: [
    (8, UInt8(2), CryptoError.unsupported(.omamoriFile)),
    (9, 0, .unsupported(.omamoriFile)), (9, 3, .unsupported(.omamoriFile)),
    (10, 2, .malformed(.omamoriFile, offset: 10)), (11, 0, .malformed(.omamoriFile, offset: 10)),
    (11, 2, .malformed(.omamoriFile, offset: 10)), (12, 2, .unsupported(.omamoriFile)),
    (0, 0x88, .unknownFormat),
  ])
  func refuses(_ offset: Int, _ byte: UInt8, _ expected: CryptoError) throws {
    var file = try sealed()
    file[offset] = byte
    #expect(throws: expected) { try FileDecryptor(passwords: [Password("p")]).decrypt(file) }
  }

  /// A file must not be able to take all memory: its costs are looked at before anything is calculated.
  @Test(arguments: [(13, UInt8(0xFF)), (17, 0xFF), (21, 0xFF)])
  func refusesCostsAboveTheLimit(_ offset: Int, _ byte: UInt8) throws {
    var file = try sealed()
    file[offset] = byte
    #expect(throws: CryptoError.costLimitExceeded) {
      try FileDecryptor(passwords: [Password("p")]).decrypt(file)
    }
  }

  @Test func saysThatNoKeyFits() throws {
    let file = try sealed()
    #expect(throws: CryptoError.noMatchingKey) { try FileDecryptor(passwords: [Password("q")]).decrypt(file) }
    #expect(throws: CryptoError.noMatchingKey) { try FileDecryptor(identities: [Identity()]).decrypt(file) }
    #expect(throws: CryptoError.noMatchingKey) { try FileDecryptor(identities: []).decrypt(file) }
    #expect(try FileDecryptor(passwords: [Password("q"), Password("p")]).decrypt(file) == [1, 2, 3])
  }

  @Test func refusesWhatIsNotSafeToWrite() throws {
    #expect(throws: CryptoError.self) { try FileEncryptor(password: Password("")) }
    #expect(throws: CryptoError.self) { try FileEncryptor(to: []) }
    let recipient = try Identity().recipient
    #expect(throws: CryptoError.outOfRange(lower: 1, upper: 512)) {
      try FileEncryptor(to: [Recipient](repeating: recipient, count: 513))
    }
    #expect(throws: CryptoError.self) { try sealed(.argon2id(memory: 1024, passes: 1, lanes: 1)) }
    #expect(throws: CryptoError.self) { try sealed(.pbkdf2) }
    #expect(throws: CryptoError.self) { try FileEncryptor(key: SymmetricKey(size: .bits128), context: []) }
    #expect(throws: CryptoError.self) { try FileDecryptor(key: SymmetricKey(size: .bits192), context: []) }
  }

  @Test func errorsShowNothingOfThePassword() throws {
    let probe = LeakProbe()
    let file = try sealed()
    do throws(CryptoError) {
      _ = try FileDecryptor(passwords: [Password(probe.marker)]).decrypt(file)
      Issue.record("opened with another password")
    } catch {
      #expect(probe.leaks(in: error).isEmpty)
    }
    #expect(probe.leaks(in: try FileEncryptor(password: Password(probe.marker))).isEmpty)
    #expect(probe.leaks(in: FileDecryptor(passwords: [Password(probe.marker)])).isEmpty)
  }
}
