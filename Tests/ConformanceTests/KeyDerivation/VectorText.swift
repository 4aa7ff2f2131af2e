import Foundation
import Testing

/// Files of test vectors with lines of the form `name = value`, a new vector at every `COUNT`.
struct VectorText {
  /// The vectors in the order of the file; names are in lower case.
  let vectors: [[String: String]]

  static let folder = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"].map { $0 + "/kdf/" }

  static func exists(_ name: String) -> Bool {
    folder.map { FileManager.default.fileExists(atPath: $0 + name) } ?? false
  }

  init(named name: String) throws {
    let path = try #require(Self.folder) + name
    var vectors: [[String: String]] = []
    for line in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline) {
      guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { continue }
      let name = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
      let value = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      if name == "count" { vectors.append([:]) }
      if !vectors.isEmpty { vectors[vectors.count - 1][name] = value }
    }
    self.vectors = vectors
  }

  /// The bytes that hexadecimal digits stand for.
  static func bytes(_ digits: String?) throws -> [UInt8] {
    let digits = Array(digits ?? "")
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0..<min($0 + 2, digits.count)]), radix: 16))
    }
  }
}
