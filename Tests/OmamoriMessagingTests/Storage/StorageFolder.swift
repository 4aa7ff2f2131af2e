import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport

@testable import OmamoriMessaging

/// A folder with a keychain file for one test, removed in the end.
final class StorageFolder: Sendable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder(permissions: 0o700) }

  var storePath: String { path + "/store" }

  /// Makes a keychain that a code opens, which lies beside it for the processes of the test.
  func create(_ options: KeychainFileOptions = KeychainFileOptions(isDurable: false)) async throws
    -> KeychainFile
  {
    try await Self.create(in: path, options)
  }

  /// Makes a keychain in a folder that is there.
  static func create(
    in path: String, _ options: KeychainFileOptions = KeychainFileOptions(isDurable: false)
  ) async throws -> KeychainFile {
    let code = try RecoveryCode()
    let text = code.text().withBytes { String(decoding: $0.prefixBytes($0.byteCount), as: UTF8.self) }
    try Data(text.utf8).write(to: URL(filePath: path + "/code"))
    return try await KeychainFile.create(
      at: path + "/store", slot: NewSlot("paper", .recoveryCode(code)), options: options)
  }

  /// Opens and unlocks the keychain in a folder.
  static func open(
    _ path: String, _ options: KeychainFileOptions = KeychainFileOptions(isDurable: false)
  ) async throws -> KeychainFile {
    let file = try await KeychainFile.open(at: path + "/store", options: options)
    let text = SecretBytes(copying: try Data(contentsOf: URL(filePath: path + "/code")))
    try await file.unlock(with: .recoveryCode(RecoveryCode(reading: text)))
    return file
  }
}

extension SharedSecretBytes {
  convenience init(_ text: String) { self.init(SecretBytes(copying: Array(text.utf8))) }

  var testBytes: [UInt8] { withBytes { $0.prefixBytes($0.byteCount) } }
  var testText: String { String(decoding: testBytes, as: UTF8.self) }
}

extension ConversationStore {
  /// Sets a record, whatever its version is.
  func set(_ name: RecordName, _ text: String) async throws {
    let version = try await record(name)?.version ?? 0
    try await commit([RecordChange(name, expectedVersion: version, bytes: SharedSecretBytes(text))])
  }

  func text(_ name: RecordName) async throws -> String? { try await record(name)?.bytes.testText }
}
