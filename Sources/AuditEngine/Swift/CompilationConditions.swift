/// The compilation conditions of a release build: those that it sets, and those that any build may set.
package struct CompilationConditions: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The conditions that release builds set.
  package var set: Set<String>
  /// The words among which every condition is that some build of the project sets; `nil` when that is not known.
  package var mentioned: Set<String>?

  /// Makes the conditions of a build.
  package init(set: Set<String>, mentioned: Set<String>? = nil) {
    (self.set, self.mentioned) = (set, mentioned)
  }

  package init(arrayLiteral elements: String...) { self.init(set: Set(elements)) }

  /// Whether no build of the project sets `name`.
  func isNeverSet(_ name: String) -> Bool {
    guard let mentioned, !mentioned.contains(name) else { return false }
    return !Self.ofTools.contains(name) && !name.hasPrefix("SWIFT_") && !name.hasPrefix("TARGET_")
  }

  /// Conditions that package managers and compilers set by themselves.
  private static let ofTools: Set<String> = [
    "CARTHAGE", "COCOAPODS", "DEPLOYMENT_RUNTIME_SWIFT", "FOUNDATION_FRAMEWORK", "RESILIENT_LIBRARIES",
    "SKIP",
    "Xcode",
  ]

  /// The words of the files that say how things are built; `nil` when they cannot all be read.
  static func words(in files: [SourceFile]) -> Set<String>? {
    let files = files.filter { kinds.contains($0.kind) || names.contains($0.name) }
    guard files.reduce(0, { $0 + $1.size }) <= maximumBytes else { return nil }
    var words: Set<String> = []
    for file in files {
      guard let bytes = try? file.bytes() else { return nil }
      for word in bytes.split(whereSeparator: { !isName($0) }) where (2..<80).contains(word.count) {
        let word = String(decoding: word, as: UTF8.self)
        words.insert(word)
        // `-DNAME` sets `NAME`.
        if word.hasPrefix("D") { words.insert(String(word.dropFirst())) }
      }
    }
    return words
  }

  private static let kinds: Set<FileKind> = [
    .xcodeProject, .buildConfiguration, .packageManifest, .scheme, .podfile, .podspec, .script, .workflow,
    .yaml,
  ]
  private static let names: Set<String> = [
    "Fastfile", "Gymfile", "Snapfile", "Scanfile", "Matchfile", "Makefile", "Rakefile", "Jenkinsfile",
    "Justfile",
    "justfile", "Dangerfile",
  ]
  private static let maximumBytes = 32 << 20

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}
