package import OmamoriReport

/// Says what the files at some paths are, whatever they look like.
package struct ContextRule: Sendable, Hashable {
  private let pattern: PathPattern
  private let context: FileContext

  /// Makes a rule for the files that match `path`, a pattern such as those of `--exclude`.
  package init(path: String, context: FileContext) { (pattern, self.context) = (PathPattern(path), context) }

  /// What `file` is by the first of `rules` that is about it, or what it looks like.
  package static func judged(_ file: SourceFile, by rules: [ContextRule]) -> SourceFile {
    guard !rules.isEmpty else { return file }
    return rules.first { $0.holds(for: file.path) }.map { file.with(context: $0.context) } ?? file
  }

  /// Whether the file or a folder around it matches.
  private func holds(for path: String) -> Bool {
    let bytes = Array(path.utf8)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") } + [bytes.count]
    return ends.contains { pattern.matches(RelativePath(bytes: Array(bytes[..<$0]))) }
  }
}
