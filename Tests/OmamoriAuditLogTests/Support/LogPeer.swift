import Foundation
import OmamoriCore
import TestSupport

@testable import OmamoriAuditLog

/// The script that verifies and reads logs from their specification alone.
enum LogPeer {
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

  static let isThere = Python.has("cryptography.hazmat.primitives.kdf.hkdf")

  static func verify(
    _ log: WrittenLog, auditor isAuditor: Bool, anchors: [Checkpoint], counter: UInt64? = nil
  ) throws -> Answer {
    let secret = log.auditor.exportRawRepresentation().withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe hexadecimal(Array($0)) }
    }
    let question = Question(
      folder: log.folder.path, key: log.identity.key.text, auditor: isAuditor ? secret : "",
      anchors: anchors.map { String(decoding: $0.note, as: UTF8.self) }, counter: counter)
    return try Python.ask("verify_log.py", question)
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
}
