import OmamoriCore

/// Days of the Gregorian calendar in UTC, as documents and plans write them: `2026-03-15`.
enum CalendarDay {
  static let seconds: TimeInterval = 86_400

  /// The first moment of a day; `nil` for anything but four, two and two digits that name a day.
  static func date(_ text: some StringProtocol) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(0) { sum, byte in
        guard let sum, (0x30...0x39).contains(byte) else { return nil }
        return sum * 10 + Int(byte - 0x30)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      (1...12).contains(month), day >= 1
    else { return nil }
    let date = start(year: year, month: month, day: day)
    return self.text(date) == String(text) ? date : nil
  }

  /// The first moment of a day; a day that the month does not have runs into the next month.
  static func start(year: Int, month: Int, day: Int) -> Date {
    // Years that begin in March have the leap day at their end.
    let shifted = month > 2 ? year : year - 1
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Date(timeIntervalSince1970: Double(era * 146_097 + dayOfEra - 719_468) * seconds)
  }

  /// The day that a moment is in.
  static func text(_ date: Date) -> String {
    // Documents hold days from the year 0 to 9999; later ones are written as the last of them.
    let count = (date.timeIntervalSince1970 / seconds).rounded(.down)
    // The bounds stand first, so that a time that is no number becomes one of them.
    let day = Int(min(2_932_896, max(-719_528, count))) + 719_468
    let era = day >= 0 ? day / 146_097 : (day - 146_096) / 146_097
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return [padded(year, 4), padded(month, 2), padded(dayOfYear - (153 * march + 2) / 5 + 1, 2)]
      .joined(separator: "-")
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
