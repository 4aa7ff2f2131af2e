import OmamoriReport

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
