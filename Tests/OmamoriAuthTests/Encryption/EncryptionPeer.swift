import Foundation
import TestSupport

/// jwcrypto and joserfc of PyPI, through the program `jwe_peer.py`.
enum EncryptionPeer {
  /// A key, and what both libraries encrypted with it.
  struct Made: Decodable {
    let algorithm: String
    let content: String
    /// A private JSON Web Key.
    let key: String
    let tokens: [String]
  }

  /// A token for both libraries to decrypt.
  struct Question: Encodable {
    let algorithm: String
    let content: String
    let key: String
    let token: String
  }

  /// Whether both libraries are there.
  static let isThere = Python.has("joserfc", "jwcrypto")

  /// Keys for every algorithm with tokens.
  static func make() throws -> [Made] {
    try JSONDecoder().decode([Made].self, from: Python.run(script, ["make"]))
  }

  /// What each of the tokens holds, according to each of the libraries.
  static func read(_ questions: [Question]) throws -> [[String]] {
    try JSONDecoder().decode(
      [[String]].self, from: Python.run(script, ["read"], input: JSONEncoder().encode(questions)))
  }

  private static let script = "jwe_peer.py"
}
