/// What an exit code means; shown by help and in manual pages.
public struct ExitMeaning: Sendable, Hashable {
  /// The code.
  public let code: ExitCode
  /// What it tells the caller.
  public let meaning: HelpText

  /// Makes an entry.
  public init(_ code: ExitCode, _ meaning: HelpText) {
    (self.code, self.meaning) = (code, meaning)
  }
}
