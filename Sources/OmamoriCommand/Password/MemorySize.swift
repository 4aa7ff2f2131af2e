import CommandLineKit

/// An amount of memory, such as `64MiB`.
struct MemorySize: CommandLineValue, Equatable {
  /// The amount in KiB, at least 1.
  let kibibytes: Int

  private static let units = [("KiB", 1), ("MiB", 1 << 10), ("GiB", 1 << 20)]

  init?(commandLine word: String) {
    for (unit, factor) in Self.units where word.hasSuffix(unit) {
      guard let number = Int(word.dropLast(unit.count)), number > 0, number <= 1 << 30 else { return nil }
      kibibytes = number * factor
      return
    }
    return nil
  }

  /// An amount in KiB, at least 1.
  init(kibibytes: Int) { self.kibibytes = max(1, kibibytes) }

  var commandLineWord: String {
    for (unit, factor) in Self.units.reversed() where kibibytes % factor == 0 {
      return "\(kibibytes / factor)\(unit)"
    }
    return "\(kibibytes)KiB"
  }

  static var expectation: HelpText? { HelpText("a size such as 64MiB", ja: "64MiB のようなサイズ") }
}
