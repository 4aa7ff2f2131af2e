import Foundation
import RNCryptor

enum BackupSecret {
  static let fallback = ["seed", "garden", "backup"].joined(separator: "/")
  static let promptTitle = "Backup password" // safe: constant-password
}

struct BackupArchive {
  private let files: FileManager
  private let folder: URL

  init(files: FileManager = .default, folder: URL) {
    self.files = files
    self.folder = folder
  }

  func writeAutomatic(_ plants: [Plant]) throws {
    let data = try JSONEncoder().encode(plants)
    let sealed = RNCryptor.encrypt(data: data, withPassword: BackupSecret.fallback) // weak: constant-password helper
    try sealed.write(to: folder.appendingPathComponent("auto.backup"), options: .completeFileProtection)
  }

  func writeManual(_ plants: [Plant], password: String) throws {
    let data = try JSONEncoder().encode(plants)
    let sealed = RNCryptor.encrypt(data: data, withPassword: password) // safe: constant-password
    try sealed.write(to: folder.appendingPathComponent("manual.backup"), options: .completeFileProtection)
  }

  func streamPhotos(from input: InputStream, to output: FileHandle, keys: BackupKeys) throws {
    let encryptor = RNCryptor.EncryptorV3(encryptionKey: keys.cipher, hmacKey: keys.mac) // safe: constant-key
    try pump(input) { output.write(encryptor.update(withData: $0)) }
    output.write(encryptor.finalData())
  }

  func streamThumbnails(from input: InputStream, to output: FileHandle) throws {
    let encryptor = RNCryptor.Encryptor(password: "thumbs:v1:garden") // weak: constant-password direct
    try pump(input) { output.write(encryptor.update(withData: $0)) }
    output.write(encryptor.finalData())
  }

  private func pump(_ input: InputStream, _ consume: (Data) -> Void) throws {
    input.open()
    defer { input.close() }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while input.hasBytesAvailable {
      let count = input.read(&buffer, maxLength: buffer.count)
      if count < 0 { throw input.streamError ?? CocoaError(.fileReadUnknown) }
      if count == 0 { break }
      consume(Data(buffer[0..<count]))
    }
  }
}
