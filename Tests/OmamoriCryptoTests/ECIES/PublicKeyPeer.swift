import OmamoriCore

/// HPKE and ECIES of another implementation (PyPI's `cryptography`).
enum PublicKeyPeer {
  private static let script = "public_key_peer.py"

  /// Whether the implementation knows HPKE.
  static let isThere = (try? PythonPeer.ask(script, ["operation": "probe"])) != nil

  /// What the peer gives, or `nil` when it refuses the input.
  static func ask(
    _ operation: String,
    _ kind: String,
    key: Data,
    input: Data,
    info: String = "",
    _ more: [String: String] = [:]
  ) throws -> Data? {
    var request = ["operation": operation, "kind": kind, "key": text(key), "input": text(input)]
    request["info"] = text(Data(info.utf8))
    request.merge(more) { $1 }
    return try PythonPeer.ask(script, request)["output"].map { Data(hex($0)) }
  }

  /// Hexadecimal digits.
  static func text(_ bytes: Data) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
