extension WorkflowFile {
  /// A step that exports an archive.
  package struct Export: Sendable {
    /// The file of options, as the command names it, without what stands for the folder of the repository.
    package let options: String
    /// The bytes of the step's script.
    package let range: Range<Int>
    /// Whether the workflow or the job says that it makes a release.
    package let isForRelease: Bool

    /// Whether the command means the file at `path`.
    package func means(_ path: String) -> Bool { path == options || path.hasSuffix("/" + options) }
  }

  /// The steps that run `xcodebuild -exportArchive -exportOptionsPlist FILE`, where the file is written out.
  package var exports: [Export] {
    let isRelease =
      ExportOptions.isForRelease(ProjectPath.name(of: text.path)) || isTriggered(by: "release")
    return entries.flatMap { entry -> [Export] in
      guard entry.key == "run", entry.value.contains(Self.option) else { return [] }
      let job = entry.path.first == "jobs" && entry.path.count > 1 ? entry.path[1] : ""
      return Self.optionFiles(in: entry.value).map {
        Export(
          options: $0, range: entry.range, isForRelease: isRelease || ExportOptions.isForRelease(job))
      }
    }
  }

  private static let option = "-exportOptionsPlist"

  private static func optionFiles(in script: String) -> [String] {
    let words = script.split(whereSeparator: \.isNewline)
      .filter { $0.first { $0 != " " && $0 != "\t" } != "#" }
      .flatMap { $0.split { " \t\\".contains($0) } }
    return zip(words, words.dropFirst()).compactMap { word, next in
      guard word == option else { return nil }
      var file = String(next.filter { $0 != "\"" && $0 != "'" })
      for start in ["$GITHUB_WORKSPACE/", "${GITHUB_WORKSPACE}/", "./"] where file.hasPrefix(start) {
        file.removeFirst(start.count)
      }
      return file.isEmpty || file.contains("$") || file.contains("..") ? nil : file
    }
  }
}
