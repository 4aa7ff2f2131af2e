import CommandLineKit
import CommandSupport
import OmamoriCore

/// The options that say where the content of a message goes: as it is, whole or not at all.
struct ContentOutput: Sendable {
  private let output: Parameter<FilePath?>
  private let force: Parameter<Bool>

  init(_ declare: inout Declaration) {
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText("Where to write the content; standard output by default.", ja: "内容の書き込み先。既定は標準出力です。"))
    force = declare.flag(
      "--force", help: HelpText("Replace a file that is there already.", ja: "既にあるファイルを上書きします。"))
  }

  /// Looks at the place before anything is read.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - path: The message, which is not to be overwritten; `nil` or `-` for standard input.
  ///   - files: Further files that are read.
  /// - Returns: The place.
  /// - Throws: ``CryptoFault``.
  func place(_ arguments: Arguments, reading path: String?, and files: [String]) throws -> OutputPlace {
    try OutputPlace(
      try arguments[output]?.string, reading: try InputPlace(path), and: files,
      replacing: try arguments[force])
  }

  /// Writes the content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - place: The place.
  ///   - arguments: What was typed.
  ///   - permissions: The permissions of a new file; by default what the umask allows.
  /// - Throws: ``CryptoFault`` for a terminal that was not asked for and content that is no text, `CommandLineError`.
  static func write(
    _ content: [UInt8], to place: OutputPlace, _ arguments: Arguments, permissions: UInt16? = nil
  ) throws {
    if let name = place.name { return try AtomicFile.write(content, to: name, permissions: permissions) }
    if place.isTerminal, !place.isExplicit {
      let text = TerminalText.text(SharedSecretBytes(SecretBytes(copying: content)))
      guard let text else { throw CryptoFault.notForTerminal }
      return try arguments.output.write(text)
    }
    try arguments.output.write(bytes: content)
  }
}
