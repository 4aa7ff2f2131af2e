import Foundation
import TestSupport
import Testing

/// jwcrypto of PyPI, through `Python/jose_peer.py`.
struct JOSEPeer {
  let box: TokenSandbox

  /// Whether it is installed.
  static let isThere = Python.has("jwcrypto")

  /// Runs the program, with a file as its standard input, and writes what it prints to a file.
  func run(_ words: [String], input: String? = nil, to name: String? = nil) throws -> String {
    let script = Python.script("jose_peer.py")
    let ended = try Program(Python.interpreter, [script] + words, in: box.folder, input: input).wait()
    try #require(ended.status == 0, "\(words): \(ended.errors)")
    if let name { try box.folder.write(ended.output, to: name) }
    return ended.output
  }

  /// Makes a private key.
  func makeKey(_ kind: String, _ size: String, in name: String) throws {
    _ = try run(["key", kind, size], to: name)
    // because the name is a string that outlives the call
    _ = unsafe chmod(box.folder.path(name), 0o600)
  }
}
