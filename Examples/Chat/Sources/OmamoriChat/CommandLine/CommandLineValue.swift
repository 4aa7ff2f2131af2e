import OmamoriCore

/// A type that can be read from one word of a command line.
protocol CommandLineValue: Sendable {
  /// Reads the value, or gives `nil` when the word is not one.
  init?(commandLine word: String)

  /// What the type expects, such as "a whole number"; said when a word is refused.
  static var expectation: LocalizedText { get }
}

extension String: CommandLineValue {
  init?(commandLine word: String) { self = word }
  static var expectation: LocalizedText { LocalizedText("a text", ja: "テキスト") }
}

extension Int: CommandLineValue {
  init?(commandLine word: String) { self.init(word, radix: 10) }
  static var expectation: LocalizedText { LocalizedText("a whole number", ja: "整数") }
}

extension Language: CommandLineValue {
  init?(commandLine word: String) { self.init(rawValue: word) }
  static var expectation: LocalizedText { "en, ja" }
}

/// The path of a file as it was typed.
struct FilePath: CommandLineValue, Hashable {
  /// The path, never empty.
  let string: String

  init?(commandLine word: String) {
    guard !word.isEmpty else { return nil }
    string = word
  }

  static var expectation: LocalizedText { LocalizedText("a path", ja: "パス") }
}

/// The path of a folder as it was typed.
struct FolderPath: CommandLineValue, Hashable {
  /// The path, absolute.
  let path: String

  init?(commandLine word: String) {
    guard !word.isEmpty, !word.utf8.contains(0) else { return nil }
    path = word.hasPrefix("/") ? word : FileManager.default.currentDirectoryPath + "/" + word
  }

  static var expectation: LocalizedText { LocalizedText("the path of a folder", ja: "フォルダのパス") }
}
