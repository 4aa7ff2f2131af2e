import Foundation

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

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  private static let interpreter: String? = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return named }
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let own = root.appending(path: ".build/check/python/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? own : nil
  }()

  /// Whether both libraries are there.
  static let isThere = (try? run(["-c", "import joserfc, jwcrypto"])) != nil

  /// Keys for every algorithm with tokens.
  static func make() throws -> [Made] {
    try JSONDecoder().decode([Made].self, from: run([script, "make"]))
  }

  /// What each of the tokens holds, according to each of the libraries.
  static func read(_ questions: [Question]) throws -> [[String]] {
    try JSONDecoder().decode([[String]].self, from: run([script, "read"], JSONEncoder().encode(questions)))
  }

  private static let script = folder.appending(path: "Python/jwe_peer.py").path

  private struct Failure: Error { let status: Int32 }

  private static func run(_ arguments: [String], _ request: Data = Data()) throws -> Data {
    guard let interpreter else { throw Failure(status: -1) }
    let process = Process()
    process.executableURL = URL(filePath: interpreter)
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: request)
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return answer
  }
}
