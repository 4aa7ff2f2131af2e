import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

/// Places that are files only by name, and inputs that are no encrypted files at all.
@Suite struct UnusualPlaceTests {
  private let key = SymmetricKey(size: .bits256)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  #if os(Linux)
  /// The kernel's own files say that they are empty.
  @Test func readsFilesThatSayTheyAreEmpty() throws {
    let content = try FileHandle(forReadingAtPath: "/proc/version")?.readToEnd().map { [UInt8]($0) }
    let sealed = FilePlace.path(folder.path("sealed"))
    try FileEncryptor(key: key, context: []).encrypt("/proc/version", to: sealed)
    let opened = try FileDecryptor(key: key, context: []).decrypt(try folder.bytes(of: "sealed"))
    #expect(content != nil && opened == content)
  }
  #endif

  @Test func keepsThePermissionsOfAnEmptyFile() throws {
    try folder.write([], to: "empty")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("empty"))
    try FileEncryptor(key: key, context: []).encrypt(
      .path(folder.path("empty")), to: .path(folder.path("sealed")))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("sealed"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileDecryptor(key: key, context: []).decrypt(try folder.bytes(of: "sealed")) == [])
    #expect(throws: CryptoError.truncated(.cobblestone)) {
      _ = try EncryptedFileReader(folder.path("empty"), with: FileDecryptor(key: key, context: []))
    }
  }

  /// What `/dev/stdout` and a shell's `>(…)` stand for is written to.
  @Test func writesThroughALinkToAPipe() throws {
    let pipe = Pipe()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
    try folder.write([1, 2, 3], to: "plain")
    try FileEncryptor(key: key, context: []).encrypt(
      .path(folder.path("plain")), to: .path(folder.path("link")))
    try pipe.fileHandleForWriting.close()
    let sealed = try [UInt8](#require(try pipe.fileHandleForReading.readToEnd()))
    #expect(try FileDecryptor(key: key, context: []).decrypt(sealed) == [1, 2, 3])
    #expect(try folder.names() == ["link", "plain"])
  }

  /// A zero byte would end the name early, and another file would be meant.
  @Test func refusesNamesWithAZeroByte() throws {
    try folder.write([1], to: "plain")
    let encryptor = try FileEncryptor(key: key, context: [])
    #expect(throws: CryptoError.file(.openSource, code: EINVAL)) {
      try encryptor.encrypt(.path(folder.path("plain\0.txt")), to: .path(folder.path("sealed")))
    }
    #expect(throws: CryptoError.file(.createTemporary, code: EINVAL)) {
      try encryptor.encrypt(.path(folder.path("plain")), to: .path(folder.path("sealed\0.age")))
    }
    #expect(try folder.names() == ["plain"])
  }

  /// A summary names no costs that no file can have.
  @Test(arguments: [
    ("-5", false), ("+5", false), ("05", false), ("", false), ("41", true), ("99999999999999999999", true),
  ])
  func refusesImpossibleWorkFactors(_ factor: String, isTooMuch: Bool) throws {
    let header =
      "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA \(factor)\n"
      + String(repeating: "A", count: 43) + "\n--- " + String(repeating: "A", count: 43) + "\n"
    try folder.write(Array(header.utf8) + [UInt8](repeating: 0, count: 40), to: "file")
    #expect {
      _ = try EncryptedFileSummary(of: .path(folder.path("file")))
    } throws: { error in
      guard !isTooMuch else { return error as? CryptoError == .costLimitExceeded }
      if case CryptoError.malformed(.ageFile, _) = error { return true }
      return false
    }
  }

  /// Something else than an encrypted file is called that, by every way of reading.
  @Test(arguments: [
    "", "hello", "PK\u{3}\u{4}", "age-encryption", "\u{89}PNG", "-----BEGIN PGP MESSAGE-----\n",
  ])
  func tellsWhatIsNoEncryptedFile(_ text: String) async throws {
    let bytes = Array(text.utf8)
    try folder.write(bytes, to: "other")
    let decryptor = FileDecryptor(identities: [try Identity()], passwords: [Password("x")])
    let expected = text == "age-encryption" ? CryptoError.truncated(.ageFile) : .unknownFormat
    #expect(throws: expected) { _ = try decryptor.decrypt(bytes) }
    #expect(throws: expected) { try decryptor.decrypt(.path(folder.path("other")), to: "/dev/null") }
    #expect(throws: expected) { _ = try EncryptedFileReader(folder.path("other"), with: decryptor) }
    #expect(throws: expected) { _ = try EncryptedFileSummary(of: .path(folder.path("other"))) }
    let pieces = AsyncStream<[UInt8]> { continuation in
      for byte in bytes { continuation.yield([byte]) }
      continuation.finish()
    }
    await #expect(throws: expected) { for try await _ in decryptor.decrypt(pieces) {} }
    #expect(CryptoError.unknownFormat.explanation.english.contains("neither an Omamori nor an age file"))
  }
}
