package import Foundation

/// A folder of a test's own, removed with everything in it when nobody uses it any more.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes a folder.
  ///
  /// - Parameters:
  ///   - parent: Where to make it; where the system wants temporary files unless given.
  ///   - permissions: Its permissions; the usual ones unless given.
  /// - Throws: What the file system says.
  package init(in parent: String? = nil, permissions: Int? = nil) throws {
    let parent = parent.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
    // The path of a socket in it has to be short.
    path = parent.resolvingSymlinksInPath().appending(path: "omamori-" + UUID().uuidString.prefix(13)).path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false,
      attributes: permissions.map { [.posixPermissions: $0] })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var url: URL { URL(filePath: path) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and the folders around it; gives its path.
  @discardableResult
  package func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contents).write(to: file)
    return file.path
  }

  /// Writes a file and the folders around it; gives its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

  /// The bytes of a file.
  package func bytes(of name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path(name))))
  }

  /// A file, as text.
  package func read(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// The names of everything directly in it, hidden files included, in order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
