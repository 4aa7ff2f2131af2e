import Foundation
import OmamoriCore

@testable import OmamoriAuditLog

/// The script that verifies and reads logs from their specification alone.
enum LogPeer {
  struct Failure: Error {}

  struct Question: Encodable {
    let folder: String
    let key: String
    let auditor: String
    let anchors: [String]
    let counter: UInt64?
  }

  struct Answer: Decodable {
    let verdict: String
    let size: UInt64
    let root: String
    let payloads: [String]
  }

  private static let interpreter: [String] = {
    if let named = ProcessInfo.processInfo.environment["OMAMORI_PYTHON"] { return [named] }
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let own = root.appending(path: ".build/check/python/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  static let isThere =
    (try? run(["-c", "import cryptography.hazmat.primitives.kdf.hkdf; print('{}')"], Data())) != nil

  static func verify(
    _ log: WrittenLog, auditor isAuditor: Bool, anchors: [Checkpoint], counter: UInt64? = nil
  ) throws -> Answer {
    let secret = log.auditor.exportRawRepresentation().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe hexadecimal(Array($0)) }
    }
    let question = Question(
      folder: log.folder.path, key: log.identity.key.text, auditor: isAuditor ? secret : "",
      anchors: anchors.map { String(decoding: $0.note, as: UTF8.self) }, counter: counter)
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Python/verify_log.py")
    return try JSONDecoder().decode(
      Answer.self, from: run([script.path], JSONEncoder().encode(question)))
  }

  /// A verdict as the script spells it.
  static func spelling(_ verdict: LogVerdict) -> String {
    switch verdict {
    case .complete: "complete"
    case .openTail(let since, _): "openTail \(since)"
    case .tampered(let segment, .some(let record)): "tampered \(segment) \(record)"
    case .tampered(let segment, nil): "tampered \(segment)"
    case .tamperedNote: "tampered note"
    case .missing(let range): "missing \(range.lowerBound) \(range.upperBound)"
    case .rolledBack(let have, let anchor, _): "rolledBack \(have) \(anchor)"
    case .truncated(let segment, let have, let expected): "truncated \(segment) \(have) \(expected)"
    case .foreignKey(let segment): "foreignKey \(segment)"
    case .unauthenticatedBytes(let segment, let offset): "unauthenticatedBytes \(segment) \(offset)"
    }
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func run(_ arguments: [String], _ request: Data) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: interpreter[0])
    process.arguments = Array(interpreter.dropFirst()) + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: request)
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return answer
  }
}
