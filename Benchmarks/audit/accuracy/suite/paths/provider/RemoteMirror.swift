import Foundation

struct RemoteEntry: Decodable {
  let path: String
  let linkTarget: String?
  let etag: UUID
}

final class RemoteMirror {
  private let root: URL
  private let policy = NamePolicy()

  init(root: URL) {
    self.root = root
  }

  func refresh(_ listing: URL) async throws {
    let (data, _) = try await URLSession.shared.data(from: listing)
    for entry in try JSONDecoder().decode([RemoteEntry].self, from: data) {
      if let target = entry.linkTarget {
        try link(entry, to: target)
      } else if entry.path.hasSuffix("/") {
        let folder = try policy.checked(String(entry.path.dropLast()))
        try FileManager.default.createDirectory(atPath: root.path + "/" + folder, withIntermediateDirectories: true) // safe: path
      } else {
        let stamp = try modificationDate(of: entry.path)
        try "\(stamp)".write(to: root.appendingPathComponent("stamp-\(entry.etag)"), atomically: true, encoding: .utf8) // safe: path
      }
    }
  }

  private func link(_ entry: RemoteEntry, to target: String) throws {
    let alias = root.appendingPathComponent(entry.etag.uuidString)
    try FileManager.default.createSymbolicLink(atPath: alias.path, withDestinationPath: target) // weak: path helper
  }

  private func modificationDate(of path: String) throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(root.path)/\(path)") // weak: path helper
    return attributes[.modificationDate] as? Date ?? .distantPast
  }
}
