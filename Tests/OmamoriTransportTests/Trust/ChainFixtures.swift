import Foundation
import OmamoriCrypto
import OmamoriTransport

/// Chains that a Python program makes for these tests: good ones, and ones with one fault each.
struct ChainFixtures: Decodable {
  struct Case: Decodable {
    let anchors: [String]
    let chain: [String]
    let key: String
    let staples: [String: String]

    func presented() throws -> PresentedChain {
      try PresentedChain(
        unverifiedCertificates: chain.map { try Certificate(pemRepresentation: $0).derRepresentation })
    }

    func trusted() throws -> [Certificate] { try anchors.map { try Certificate(pemRepresentation: $0) } }
  }

  /// The time at which the good ones are good: the beginning of June 2026.
  static let moment = Date(timeIntervalSince1970: 1_780_272_000)

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter that `OMAMORI_PYTHON` names, else the one that the checks install their packages for.
  static let python: String? = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return named }
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let own = root.appending(path: ".build/check/python/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? own : nil
  }()

  private static let made = Result { try make() }

  static func named(_ name: String) throws -> Case {
    guard let found = try made.get()[name] else { throw Missing(name: name) }
    return found
  }

  struct Missing: Error {
    let name: String
  }

  private static func make() throws -> [String: Case] {
    guard let python else { throw Missing(name: "OMAMORI_PYTHON") }
    let script = folder.appending(path: "Python/chains.py")
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode([String: Case].self, from: data)
  }
}
