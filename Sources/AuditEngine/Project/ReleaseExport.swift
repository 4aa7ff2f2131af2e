package import OmamoriReport

/// A command that exports a release: in a workflow, in a job of GitLab, or in a script that is named for it.
package struct ReleaseExport: Sendable {
  /// The file of options, as the command names it, without what stands for the folder of the repository.
  package let options: String
  /// The file that the command is in.
  package let path: String
  /// Where the command is.
  package let region: SourceRegion

  /// Whether the command means the file at `path`.
  package func means(_ path: String) -> Bool { path == options || path.hasSuffix("/" + options) }

  /// The commands in `project`, those of its workflows first.
  package static func all(in project: ProjectFacts) -> [ReleaseExport] {
    let workflows = project.inventory.layout.workflows
    let others = (project.inventory.files + project.inventory.others).sorted { $0.path < $1.path }
    return Array((workflows.flatMap(all) + others.flatMap(all)).prefix(most))
  }

  private static func all(in workflow: WorkflowFile) -> [ReleaseExport] {
    let isRelease =
      ExportOptions.isForRelease(ProjectPath.name(of: workflow.text.path))
      || workflow.isTriggered(by: "release")
    return workflow.entries.flatMap { entry -> [ReleaseExport] in
      let job = entry.path.first == "jobs" && entry.path.count > 1 ? entry.path[1] : ""
      guard entry.key == "run", isRelease || ExportOptions.isForRelease(job) else { return [] }
      return commands(in: entry.value, workflow.text, at: entry.range)
    }
  }

  /// The commands in a script, or in the jobs of `.gitlab-ci.yml`.
  private static func all(in file: SourceFile) -> [ReleaseExport] {
    let isJobs = file.name == ".gitlab-ci.yml"
    guard file.size <= largestScript, file.context != .vendor,
      isJobs || file.kind == .script && ExportOptions.isForRelease(file.name),
      let text = try? TextSource(file)
    else { return [] }
    if isJobs {
      return WorkflowFile(text).entries.flatMap { entry -> [ReleaseExport] in
        guard entry.path.contains("script"), ExportOptions.isForRelease(entry.path[0]) else { return [] }
        return commands(in: entry.value, text, at: entry.range)
      }
    }
    return commands(in: String(decoding: text.bytes, as: UTF8.self), text, at: nil)
  }

  /// The commands `xcodebuild -exportArchive -exportOptionsPlist FILE` in a script, where the file is written out.
  ///
  /// Without a range, each is at the line with the option.
  private static func commands(in script: String, _ text: TextSource, at range: Range<Int>?)
    -> [ReleaseExport]
  {
    guard script.contains(option) else { return [] }
    var seen: Set<String> = []
    let files = optionFiles(in: script).filter { seen.insert($0).inserted }
    guard !files.isEmpty else { return [] }
    let region = range.map(text.lines.region(of:)) ?? lineOfOption(in: text)
    return files.prefix(mostOfScript).map { ReleaseExport(options: $0, path: text.path, region: region) }
  }

  private static func lineOfOption(in text: TextSource) -> SourceRegion {
    let line = text.numberedLines.first { line in
      String(decoding: line.bytes, as: UTF8.self).contains(option)
    }
    return text.lines.region(of: line?.range ?? 0..<0)
  }

  static func optionFiles(in script: String) -> [String] {
    let words = script.split(whereSeparator: \.isNewline)
      .filter { $0.first { $0 != " " && $0 != "\t" } != "#" }
      .flatMap { $0.split { " \t\\".contains($0) } }
    return zip(words, words.dropFirst()).compactMap { word, next in
      guard word == option else { return nil }
      var file = String(next.filter { $0 != "\"" && $0 != "'" })
      for start in folders where file.hasPrefix(start) { file.removeFirst(start.count) }
      return file.isEmpty || file.contains("$") || file.contains("..") ? nil : file
    }
  }

  private static let option = "-exportOptionsPlist"
  /// What stands for the folder of the repository.
  private static let folders = [
    "$GITHUB_WORKSPACE/", "${GITHUB_WORKSPACE}/", "$CI_PROJECT_DIR/", "${CI_PROJECT_DIR}/", "./",
  ]
  private static let largestScript = 1 << 18
  /// How many files of options a script, and all of them together, may name.
  private static let (mostOfScript, most) = (64, 1_000)
}
