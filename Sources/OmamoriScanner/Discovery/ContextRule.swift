package import OmamoriReport

/// Says what the files at some paths are, whatever they look like.
package struct ContextRule: Sendable, Hashable {
  private let pattern: PathPattern
  private let context: FileContext

  /// Makes a rule for the files that match `path`, a pattern such as those of `--exclude`.
  package init(path: String, context: FileContext) { (pattern, self.context) = (PathPattern(path), context) }

  /// What `file` is by the first of `rules` that is about it, or what it looks like.
  static func judged(_ file: SourceFile, by rules: [ContextRule]) -> SourceFile {
    guard !rules.isEmpty else { return file }
    let path = RelativePath(bytes: Array(file.path.utf8))
    return rules.first { $0.pattern.matches(path) }.map { file.with(context: $0.context) } ?? file
  }
}
