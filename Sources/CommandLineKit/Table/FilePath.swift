/// The path of a file or folder as it was typed; shells complete it.
public struct FilePath: CommandLineValue, Hashable {
  /// The path, never empty.
  public let string: String

  /// Takes any word but the empty one.
  public init?(commandLine word: String) {
    guard !word.isEmpty else { return nil }
    string = word
  }

  /// The path.
  public var commandLineWord: String { string }
  /// Offers files and folders.
  public static var completion: Completion { .file }
  /// Says that a path is wanted.
  public static var expectation: HelpText? { HelpText("a path", ja: "パス") }
}
