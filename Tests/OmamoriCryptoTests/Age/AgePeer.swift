import Foundation

/// Another implementation of age, driven by the script beside the tests.
enum AgePeer: String, CaseIterable, Sendable {
  case age
  case pyrage

  /// Those that are installed here.
  static let installed = allCases.filter { $0.isInstalled }

  /// Encrypts to recipients.
  func encrypt(_ plaintext: [UInt8], armored: Bool, to recipients: [String]) throws -> [UInt8] {
    try run("encrypt", plaintext, [armored ? "armor" : "binary"] + recipients)
  }

  /// Decrypts with identities.
  func decrypt(_ file: [UInt8], with identities: [String]) throws -> [UInt8] {
    try run("decrypt", file, identities)
  }

  /// Encrypts with a password.
  func lock(_ plaintext: [UInt8], armored: Bool, with password: String) throws -> [UInt8] {
    try run("lock", plaintext, [armored ? "armor" : "binary", password])
  }

  /// Decrypts with a password.
  func unlock(_ file: [UInt8], with password: String) throws -> [UInt8] {
    try run("unlock", file, [password])
  }

  private struct Failure: Error {
    let said: String
  }

  private var isInstalled: Bool { (try? launch(["probe"]).status) == 0 }

  private func run(_ action: String, _ input: [UInt8], _ arguments: [String]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, result) = (folder.appending(path: "source"), folder.appending(path: "result"))
    try Data(input).write(to: source)
    let (status, said) = try launch([action, source.path, result.path] + arguments)
    guard status == 0 else { throw Failure(said: said) }
    return try [UInt8](Data(contentsOf: result))
  }

  private func launch(_ arguments: [String]) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: PythonPeer.interpreter[0])
    process.arguments =
      Array(PythonPeer.interpreter.dropFirst())
      + [PythonPeer.folder.appending(path: "age_peer.py").path, rawValue] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}
