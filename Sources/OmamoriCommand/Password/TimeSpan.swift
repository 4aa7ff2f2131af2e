import CommandLineKit

/// A length of time, such as `500ms` or `1s`.
struct TimeSpan: CommandLineValue, Equatable {
  /// The time in milliseconds, 1 to 60,000.
  let milliseconds: Int

  init?(commandLine word: String) {
    let (digits, factor) = word.hasSuffix("ms") ? (word.dropLast(2), 1) : (word.dropLast(), 1_000)
    guard word.hasSuffix("s"), let number = Int(digits), (1...60_000).contains(number),
      number * factor <= 60_000
    else { return nil }
    milliseconds = number * factor
  }

  var commandLineWord: String { "\(milliseconds)ms" }

  static var expectation: HelpText? {
    HelpText("a time of at most 60s, such as 500ms", ja: "500ms のような時間（60s まで）")
  }
}
