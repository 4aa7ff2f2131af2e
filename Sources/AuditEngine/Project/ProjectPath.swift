/// Joins and cleans paths below the audited folder.
package enum ProjectPath {
  /// `path` as seen from `folder`, without `.` and `..`, or `nil` when it leads out of the audited folder.
  package static func joined(_ folder: String, _ path: String) -> String? {
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
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The last part of `path`.
  package static func name(of path: String) -> Substring {
    path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
  }

  /// `path` and every folder around it, the empty path of the audited folder first.
  package static func places(around path: String) -> [String] {
    var places = [""]
    var index = path.startIndex
    while let slash = path[index...].firstIndex(of: "/") {
      if slash > path.startIndex { places.append(String(path[..<slash])) }
      index = path.index(after: slash)
    }
    if !path.isEmpty { places.append(path) }
    return places
  }

  /// Whether `path` is `folder` or lies below it; everything lies below the empty path.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }
}
