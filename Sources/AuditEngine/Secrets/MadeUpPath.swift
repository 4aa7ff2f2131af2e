/// Files whose name or folders say that their contents were made up.
package enum MadeUpPath {
  /// Whether `path` has a part such as `Mocks`, `fixtures`, `access-token-sample.json` or `Credentials-demo.swift`.
  package static func holds(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      // A word of its own between signs, or a whole folder: an app may be called `SampleMusic`.
      let words = part.split { "-_. +".contains($0) }.map { $0.lowercased() }
      return words.contains { Self.words.contains($0) || $0.hasSuffix("uitests") }
        || part.contains(".") && Words.of(String(part)).contains(where: surely.contains)
    }
  }

  private static let words: Set = [
    "mock", "mocks", "fixture", "fixtures", "sample", "samples", "stub", "stubs", "example", "examples",
    "demo",
    "dummy", "test", "tests", "testdata", "template", "templates", "placeholder", "preview", "fake",
  ]
  private static let surely: Set = ["mock", "mocks", "fixture", "fixtures", "stub", "stubs", "dummy", "fake"]
}
