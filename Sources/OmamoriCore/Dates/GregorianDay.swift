/// A day of the Gregorian calendar in UTC, from the year 0 to 9999, written `2027-01-31`.
package struct GregorianDay: Sendable, Hashable {
  /// The year, 0…9999.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// The seconds of a day.
  package static let seconds: TimeInterval = 86_400

  /// A day with these numbers; `nil` when there is none.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(ofMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads a day of the form `YYYY-MM-DD`; `nil` for anything else and for days that no month has.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 10, digits[4] == -3, digits[7] == -3,
      digits.enumerated().allSatisfy({ [4, 7].contains($0.offset) || (0...9).contains($0.element) })
    else { return nil }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    self.init(year: year, month: digits[5] * 10 + digits[6], day: digits[8] * 10 + digits[9])
  }

  /// The day that a moment is in; the first or the last day for moments outside of them.
  package init(_ date: Date) {
    let count = (date.timeIntervalSince1970 / Self.seconds).rounded(.down)
    // The bounds stand first, so that a time that is no number becomes one of them.
    self.init(number: Int(min(2_932_896, max(-719_528, count))))
  }

  /// The day so many days after 1970-01-01; the first or the last day for numbers outside of them.
  package init(number: Int) {
    // Years that begin in March have the leap day at their end; 400 years are an era.
    let shifted = min(2_932_896, max(-719_528, number)) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01.
  package var number: Int { Self.number(year: year, month: month, day: day) }

  /// The first moment.
  package var start: Date { Date(timeIntervalSince1970: Double(number) * Self.seconds) }

  /// The number of days from 1970-01-01; a day that the month does not have runs into the next month.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func dayCount(ofMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension GregorianDay: CustomStringConvertible {
  /// The day as `YYYY-MM-DD`.
  package var description: String {
    [Self.padded(year, 4), Self.padded(month, 2), Self.padded(day, 2)].joined(separator: "-")
  }

  /// A number with zeros before it.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
