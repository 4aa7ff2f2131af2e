import OmamoriReport

/// Judges what files are for by what project files and manifests say.
enum ProjectContext {
  /// The files with their contexts corrected.
  static func refined(_ files: [SourceFile]) -> [SourceFile] {
    files
  }

  /// Whether the project files or manifests among `files` make an app.
  static func showsApp(_ files: [SourceFile]) -> Bool {
    files.contains { $0.kind == .xcodeProject && $0.context == .app }
  }
}
