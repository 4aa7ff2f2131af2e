/// Joins and cleans paths below the audited folder.
enum ProjectPath {
  /// `path` as seen from `folder`, without `.` and `..`, or `nil` when it leads out of the audited folder.
  static func joined(_ folder: String, _ path: String) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    var names: [Substring] = []
    for name in (folder + "/" + path).split(separator: "/") where name != "." {
      if name == ".." {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(name)
      }
    }
    return names.joined(separator: "/")
  }

  /// The folder that `path` lies in, empty for the audited folder itself.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// Whether `path` is `folder` or lies below it; everything lies below the empty path.
  static func isBelow(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }
}
