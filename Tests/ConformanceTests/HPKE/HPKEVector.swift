import Foundation
import Testing

/// A published test vector of HPKE: fixed keys, and what they give.
struct HPKEVector: Decodable {
  struct Encryption: Decodable {
    let aad: String
    let ct: String
    let nonce: String
    let pt: String
  }

  struct Export: Decodable {
    let exporter_context: String
    let L: Int
    let exported_value: String
  }

  let mode: UInt8
  let kem_id: UInt16
  let kdf_id: UInt16
  let aead_id: UInt16
  let info: String
  let ikmR: String
  let ikmE: String
  let ikmS: String?
  let skRm: String
  let skEm: String?
  let skSm: String?
  let pkRm: String
  let enc: String
  let shared_secret: String
  let psk: String?
  let psk_id: String?
  let encryptions: [Encryption]
  let exports: [Export]

  /// The folder with the files, when `OMAMORI_VECTORS` names one that has them.
  static let folder: String? = {
    guard let root = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"] else { return nil }
    return FileManager.default.fileExists(atPath: root + "/hpke") ? root + "/hpke" : nil
  }()

  /// Reads all vectors of a file.
  static func read(_ name: String) throws -> [HPKEVector] {
    let path = try #require(folder) + "/\(name).json"
    return try JSONDecoder().decode([HPKEVector].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The bytes that hexadecimal digits in lower case stand for.
  static func bytes(_ digits: String?) throws -> Data {
    let values = try #require(digits).utf8.map { $0 < 58 ? $0 &- 48 : $0 &- 87 }
    try #require(values.allSatisfy { $0 < 16 })
    return Data(stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
  }
}
