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
