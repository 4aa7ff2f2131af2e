import Foundation
import OmamoriCore
import OmamoriCrypto

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// A folder for keychain files, removed in the end.
final class FileFixture: Sendable {
  let path: String

  init(in base: URL = FileManager.default.temporaryDirectory) throws {
    path = base.appending(path: "keychain-\(UUID().uuidString)").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Guesses that cost nearly nothing, so that tests are quick.
  static let cost = PasswordCost.argon2id(memory: 19 << 10, passes: 2, lanes: 1)

  static func passphrase(_ text: String = "correct horse") -> Password { Password(text) }

  static func slot(_ text: String = "correct horse", named name: String = "first") -> NewSlot {
    NewSlot(name, .passphrase(passphrase(text), cost: cost))
  }

  func create(_ options: KeychainFileOptions = KeychainFileOptions(isDurable: false)) async throws
    -> KeychainFile
  {
    try await KeychainFile.create(at: path, slot: Self.slot(), options: options)
  }

  func open(_ options: KeychainFileOptions = KeychainFileOptions(isDurable: false)) async throws
    -> KeychainFile
  {
    try await KeychainFile.open(at: path, options: options)
  }

  func unlocked() async throws -> KeychainFile {
    let file = try await open()
    try await file.unlock(with: .passphrase(Self.passphrase()))
    return file
  }

  /// The bytes of all files in the folder.
  func bytes() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      all[name] = try Data(contentsOf: URL(filePath: path).appending(path: name))
    }
    return all
  }
}

extension KeychainFile {
  /// The secrets of all passwords that match.
  func texts(_ query: ItemQuery = Sample.everything, _ access: ItemAccess = .none) async throws -> [String] {
    try await find(query, withSecrets: true, access: access).compactMap { item in
      item.secret?.withBytes { String(decoding: $0.array, as: UTF8.self) }
    }.sorted()
  }

  @discardableResult
  func put(_ item: NewItem) async throws -> KeychainItem? { try await put(item, if: .always, access: .none) }
}
