import Foundation

/// A folder that is gone with its value.
final class TemporaryFolder: Sendable {
  /// Where it is.
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  subscript(name: String) -> String { path + "/" + name }

  /// All names in it, hidden ones too, in order.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// The bytes of a file in it.
  func bytes(of name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: self[name]))) }

  /// Writes a file in it.
  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: self[name]))
  }
}
