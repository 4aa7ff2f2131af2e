import CommandLineKit

/// How long something is valid, such as `30s`, `10m`, `12h` or `180d`.
struct Lifetime: CommandLineValue, Equatable {
  /// The longest, ten years.
  private static let longest = 3650 * 86_400

  /// The time in seconds, 1 to ten years.
  let seconds: Int

  init?(commandLine word: String) {
    let factors: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = word.last, let factor = factors[unit], let number = Int(word.dropLast()),
      (1...Self.longest / factor).contains(number), word.first?.isNumber == true
    else { return nil }
    seconds = number * factor
  }

  var commandLineWord: String { "\(seconds)s" }

  static var expectation: HelpText? {
    HelpText("a time such as 30s, 10m, 12h or 180d", ja: "30s、10m、12h、180d のような時間")
  }
}
