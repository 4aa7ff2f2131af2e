import Foundation

/// A folder that is removed when the value ends.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes a folder below another one; `nil` when that does not exist or may not be written to.
  init?(in parent: String) {
    let path = "\(parent)/omamori-test-\(UInt64.random(in: .min ... .max))"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func make() throws -> ScratchFolder {
    guard let folder = ScratchFolder(in: FileManager.default.temporaryDirectory.path) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return folder
  }

  func write(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}
