import Foundation
import OmamoriCore
import OmamoriCrypto

/// Encrypts and decrypts one file with two threads, as an app does.
struct FileWork {
  private let format: String
  private let keyPath: String
  private let key: Data
  private let options: FileOptions

  init(_ format: String, keyAt path: String, makingKey isNew: Bool = false, isDurable: Bool = true) throws {
    guard ["cobblestone", "omamori", "age"].contains(format) else { throw WrongUsage() }
    (self.format, keyPath) = (format, path)
    options = FileOptions(jobs: 2, replacesExisting: true, isDurable: isDurable)
    key = isNew ? try Self.newKey(format) : try Data(contentsOf: URL(filePath: path))
  }

  func saveKey() throws { try key.write(to: URL(filePath: keyPath)) }

  func encrypt(_ source: String, to destination: String) throws {
    try encryptor().encrypt(.path(source), to: .path(destination), options: options)
  }

  func decrypt(_ source: String, to destination: String) throws {
    try decryptor().decrypt(.path(source), to: .path(destination), options: options)
  }

  private func encryptor() throws -> FileEncryptor {
    if format == "cobblestone" { return try FileEncryptor(key: SymmetricKey(data: key), context: []) }
    return try FileEncryptor(to: [identity().recipient], format: format == "age" ? .age : .omamori)
  }

  private func decryptor() throws -> FileDecryptor {
    if format == "cobblestone" { return try FileDecryptor(key: SymmetricKey(data: key), context: []) }
    return FileDecryptor(identities: [try identity()])
  }

  private func identity() throws -> Identity {
    try Identity(text: String(decoding: key, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static func newKey(_ format: String) throws -> Data {
    if format == "cobblestone" { return SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
    let identity = try Identity()
    return identity.exportText().withBytes { text in text.withUnsafeBytes { Data($0) } } + Data("\n".utf8)
  }
}
