import Foundation

struct Shelf {
  let folder: URL

  func read(_ name: String) throws -> Data {
    guard let handle = FileHandle(forReadingAtPath: folder.path + "/" + name) else { throw CocoaError(.fileNoSuchFile) } // weak: path file
    return try handle.readToEnd() ?? Data()
  }

  func delete(_ name: String) throws {
    let item = try inside(name)
    try FileManager.default.removeItem(at: item) // safe: path
  }

  private func inside(_ name: String) throws -> URL {
    let root = folder.standardizedFileURL.path + "/"
    let item = folder.appendingPathComponent(name).standardizedFileURL
    guard item.path.hasPrefix(root), item.path.count > root.count else { throw CocoaError(.fileNoSuchFile) }
    return item
  }

  func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(at: inside(old), to: folder.appendingPathComponent(new)) // weak: path file
  }

  func size(of name: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: location(name)) // weak: path file
    return attributes[.size] as? UInt64 ?? 0
  }

  private func location(_ name: String) -> String {
    (folder.path as NSString).appendingPathComponent(name)
  }
}
