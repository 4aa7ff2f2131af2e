/// What the names around an export say that it is made for.
extension ExportOptions {
  /// Whether the file's name speaks of a release and not of development as well.
  var isNamedForRelease: Bool { Self.isForRelease(ProjectPath.name(of: list.text.path)) }

  /// Whether the file's name speaks of development.
  var isNamedForDevelopment: Bool {
    Self.isForDevelopment(ProjectPath.name(of: list.text.path))
  }

  /// Whether `name` speaks of what is handed on: `ExportOptions-AppStore.plist`, a workflow `release.yml`.
  static func isForRelease(_ name: some StringProtocol) -> Bool {
    guard !isForDevelopment(name) else { return false }
    let words = Words.of(name)
    return words.contains { releaseWords.contains($0) }
      || zip(words, words.dropFirst()).contains { releasePairs.contains($0 + " " + $1) }
  }

  /// Whether `name` speaks of development: `ExportOptionsDev.plist`, `com.example.app.debug`.
  static func isForDevelopment(_ name: some StringProtocol) -> Bool {
    Words.of(name).contains { developmentWords.contains($0) }
  }

  private static let developmentWords: Set<String> = [
    "dev", "develop", "development", "debug", "debugging", "local", "simulator", "staging", "stg", "qa",
    "test", "tests", "testing", "nightly", "internal",
  ]
  private static let releaseWords: Set<String> = [
    "release", "releases", "appstore", "production", "prod", "distribution", "testflight", "enterprise",
    "inhouse", "adhoc",
  ]
  private static let releasePairs: Set<String> = ["app store", "in house", "ad hoc", "test flight"]
}
