import Foundation
import OmamoriCore
import Testing

/// Files of the Wycheproof project about encryption.
enum EncryptionVectors {
  static let folder: String? = {
    guard let root = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"] else { return nil }
    let folder = root + "/wycheproof"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  /// A test with the members of its group.
  struct Vector {
    let group: JSONValue
    let test: JSONValue

    var number: Int { test["tcId"]?.intValue ?? 0 }
    var isValid: Bool { test["result"] == .string("valid") }

    func text(_ name: String) throws -> String { try #require(test[name]?.stringValue) }
    func bytes(_ name: String) throws -> [UInt8] { try hexadecimal(text(name)) }
  }

  /// All tests of a file, as many as it says.
  static func read(_ name: String) throws -> [Vector] {
    let data = try Data(contentsOf: URL(fileURLWithPath: try #require(folder) + "/\(name)_test.json"))
    let file = try StrictJSON.parse(Array(data))
    let vectors = try #require(file["testGroups"]?.arrayValue).flatMap { group in
      try #require(group["tests"]?.arrayValue).map { Vector(group: group, test: $0) }
    }
    #expect(vectors.count == file["numberOfTests"]?.intValue)
    return vectors
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where the files are.
  static var encryptionVectors: Self {
    .enabled(if: EncryptionVectors.folder != nil, "OMAMORI_VECTORS names no folder with Wycheproof files")
  }
}
