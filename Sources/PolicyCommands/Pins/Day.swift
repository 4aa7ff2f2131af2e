package import CommandLineKit
package import OmamoriCore

/// A day of the calendar, `2027-03-15`; its first moment in UTC.
package struct Day: CommandLineValue, Equatable {
  /// The first moment.
  package let date: Date

  /// The day that a moment is in.
  package init(_ moment: Date) {
    date = Date(timeIntervalSince1970: (moment.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }

  /// Reads a day from 1970 to 9999.
  package init?(commandLine word: String) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    guard isPlain, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2]), (1970...9999).contains(year), (1...12).contains(month), day >= 1
    else { return nil }
    // The year begins in March, so that the leap day is its last one.
    let shifted = month > 2 ? year : year - 1
    let (century, rest) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = century * 146_097 + rest * 365 + rest / 4 - rest / 100 + dayOfYear - 719_468
    date = Date(timeIntervalSince1970: Double(days) * 86_400)
    guard commandLineWord == word else { return nil }
  }

  /// The day in the form in which it is typed.
  package var commandLineWord: String { date.formatted(.iso8601.year().month().day()) }

  /// Says which form is wanted.
  package static var expectation: HelpText? { HelpText("a day such as 2027-03-15", ja: "2027-03-15 のような日付") }
}
