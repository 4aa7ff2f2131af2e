import OmamoriCore

/// The folder that the file names of a report are relative to.
struct AuditedFolder {
  /// Its absolute path without links.
  let absolute: String

  /// Takes the path as it was typed: a folder, or a file in it.
  init(_ path: String) {
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    let folder = exists && !isFolder ? url.deletingLastPathComponent() : url
    absolute = folder.path
  }

  /// The folder relative to the root of the git repository around it; empty for the root itself or without one.
  var pathInRepository: String {
    var parts = absolute.split(separator: "/").map(String.init)
    var inside: [String] = []
    while !parts.isEmpty {
      let root = "/" + parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: root + "/.git") { return inside.joined(separator: "/") }
      inside.insert(parts.removeLast(), at: 0)
    }
    return ""
  }
}
