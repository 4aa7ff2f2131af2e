import OmamoriReport

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

/// Folders, asked whether a path lies in one of them; the time does not grow with their number.
struct FolderSet {
  private let folders: Set<String>

  init(_ folders: some Sequence<String>) { self.folders = Set(folders) }

  /// Whether `folder` is one of the folders.
  func isMember(_ folder: String) -> Bool { folders.contains(folder) }

  /// Whether `path` is one of the folders or lies below one.
  func contains(_ path: String) -> Bool {
    !folders.isEmpty && ProjectPath.places(around: path).contains(where: folders.contains)
  }
}

/// Finds the examples and texts of libraries of C, whose builds no package manager of Swift describes.
///
/// It is for trees without an app: there a folder `Demo` may be part of what ships, whatever lies beside it.
enum BuildFolders {
  /// The folders beside a description of a build that show how the code is used and are no part of it.
  static func examples(in files: [SourceFile]) -> [String] {
    let built = Set(files.filter { $0.context == .app && descriptions.contains($0.name) }.map(\.folder))
    guard !built.isEmpty else { return [] }
    return built.flatMap { folder in names.compactMap { ProjectPath.joined(folder, $0) } }
  }

  private static let descriptions: Set<String> = [
    "CMakeLists.txt", "meson.build", "configure.ac", "configure.in", "Makefile.am", "SConstruct", "WORKSPACE",
    "BUILD.bazel", "BUILD",
  ]
  private static let names = [
    "example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials", "doc", "docs",
    "documentation",
  ]
}
