/// What an exit status means; shown by help and in manual pages.
public struct ExitMeaning: Sendable, Hashable {
  /// The status.
  public let status: ExitStatus
  /// What it tells the caller.
  public let meaning: HelpText

  /// Makes an entry.
  public init(_ status: ExitStatus, _ meaning: HelpText) {
    (self.status, self.meaning) = (status, meaning)
  }
}
