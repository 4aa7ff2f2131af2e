import Foundation
import Testing

/// jwcrypto of PyPI, through `Python/jose_peer.py`.
struct JOSEPeer {
  let box: TokenSandbox

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  private static let interpreter: String? =
    ProcessInfo.processInfo.environment["OMAMORI_PYTHON"]
    ?? [Omamori.repository.appending(path: ".build/check/python/bin/python3").path].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  /// Whether it is installed.
  static let isThere: Bool = {
    guard let interpreter, let folder = try? Sandbox() else { return false }
    return (try? Program(interpreter, ["-c", "import jwcrypto"], in: folder).wait())?.status == 0
  }()

  /// Runs the program, with a file as its standard input, and writes what it prints to a file.
  func run(_ words: [String], input: String? = nil, to name: String? = nil) throws -> String {
    let interpreter = try #require(Self.interpreter)
    let script = Omamori.repository.appending(path: "Tests/CommandTests/Python/jose_peer.py").path
    let ended = try Program(interpreter, [script] + words, in: box.folder, input: input).wait()
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
