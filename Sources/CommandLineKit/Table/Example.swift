/// A command line worth copying, with what it does; shown by help and in manual pages.
public struct Example: Sendable, Hashable {
  /// The command line, such as `omamori audit App/`.
  public let line: String
  /// What it does.
  public let meaning: HelpText

  /// Makes an example.
  public init(_ line: String, _ meaning: HelpText) {
    (self.line, self.meaning) = (line, meaning)
  }
}
