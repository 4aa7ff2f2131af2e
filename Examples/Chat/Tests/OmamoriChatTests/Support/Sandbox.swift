import Foundation

/// A folder of its own for one test; removed when nobody uses it any more.
final class Sandbox: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "omamori-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.path + "/" + name }

  /// Writes a file and the folders around it.
  @discardableResult
  func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contents).write(to: file)
    return file.path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

  func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// The names of everything directly in the folder, hidden files included.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}
