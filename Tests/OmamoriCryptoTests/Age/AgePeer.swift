import Foundation
import TestSupport

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

  private var isInstalled: Bool { (try? launch(["probe"])) != nil }

  private func run(_ action: String, _ input: [UInt8], _ arguments: [String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let source = try folder.write(input, to: "source")
    try launch([action, source, folder.path("result")] + arguments)
    return try folder.bytes(of: "result")
  }

  private func launch(_ arguments: [String]) throws {
    try Python.run("age_peer.py", [rawValue] + arguments)
  }
}
