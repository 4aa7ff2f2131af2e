/// The path of a folder as it was typed; shells complete it.
public struct DirectoryPath: CommandLineValue, Hashable {
  /// The path, never empty.
  public let string: String

  /// Takes any word but the empty one.
  public init?(commandLine word: String) {
    guard !word.isEmpty else { return nil }
    string = word
  }

  /// The path.
  public var commandLineWord: String { string }
  /// Offers folders.
  public static var completion: Completion { .directory }
  /// Says that the path of a folder is wanted.
  public static var expectation: HelpText? { HelpText("the path of a folder", ja: "フォルダのパス") }
}
