package import OmamoriReport

/// What discovery leaves out and where its limits are.
package struct DiscoveryOptions: Sendable, Hashable {
  /// The contexts whose files are examined; the others are counted and kept for facts about the project.
  package var contexts: Set<FileContext>
  /// Patterns of paths to leave out: `*` and `?` within a name, `**` for any number of names.
  package var exclude: [String]
  /// Paths of reports of an earlier run, which are no part of the app; these are no patterns.
  package var reports: Set<String> = []
  /// What files are, by patterns of their paths, where that is not what they look; the first that matches counts.
  package var overrides: [ContextRule] = []
  /// The largest source or text file that is read, in bytes.
  package var sourceLimit: Int
  /// The largest binary file that is read, in bytes.
  package var binaryLimit: Int
  /// The most files a tree may have.
  package var fileLimit: Int
  /// The deepest nesting of folders.
  package var depthLimit: Int

  /// Makes options; without arguments they are the defaults of the tool.
  package init(
    contexts: Set<FileContext> = [.app], exclude: [String] = [], sourceLimit: Int = 8 << 20,
    binaryLimit: Int = 64 << 20, fileLimit: Int = 500_000, depthLimit: Int = 256
  ) {
    (self.contexts, self.exclude) = (contexts, exclude)
    (self.sourceLimit, self.binaryLimit) = (sourceLimit, binaryLimit)
    (self.fileLimit, self.depthLimit) = (fileLimit, depthLimit)
  }

  /// The largest file of a kind that is read, in bytes.
  package func sizeLimit(of kind: FileKind) -> Int { kind.isBinary ? binaryLimit : sourceLimit }
}
