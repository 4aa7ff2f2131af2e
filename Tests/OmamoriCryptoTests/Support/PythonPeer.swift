import Foundation
import TestSupport

/// The scripts in the folder Python, which do the same work with another implementation (PyPI's `cryptography`).
enum PythonPeer {
  /// Whether there is a `cryptography` that knows Argon2id.
  static let isThere = Python.canRun(
    "from cryptography.hazmat.primitives.kdf.argon2 import Argon2id; Argon2id.verify_phc_encoded")

  /// Runs a script with a request and gives its answer.
  static func ask(_ script: String, _ request: [String: String]) throws -> [String: String] {
    let answer = try Python.run(script, input: JSONEncoder().encode(request))
    return answer.isEmpty ? [:] : try JSONDecoder().decode([String: String].self, from: answer)
  }
}
