package import OmamoriCore

/// A day of the Gregorian calendar without a time zone, written `2027-01-31`.
package struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 1…9999.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Reads a day of the form `YYYY-MM-DD`; `nil` for anything else and for days that no month has.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 10, digits[4] == -3, digits[7] == -3,
      digits.enumerated().allSatisfy({ [4, 7].contains($0.offset) || (0...9).contains($0.element) })
    else { return nil }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    let (month, day) = (digits[5] * 10 + digits[6], digits[8] * 10 + digits[9])
    guard year > 0, (1...12).contains(month), day > 0, day <= Self.days(inMonth: month, of: year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that `date` is in, in UTC.
  package init(_ date: Date) {
    // Days are counted from 1 March of the year 0, so that the day a leap year adds comes last.
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * ofYear + 2) / 153
    day = ofYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day as `YYYY-MM-DD`.
  package var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Orders days from earlier to later.
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Codable {
  /// Reads a day of the form `YYYY-MM-DD`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day such as 2027-01-31")
    }
    self = day
  }

  /// Writes the day as `YYYY-MM-DD`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
