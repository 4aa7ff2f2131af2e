import OmamoriCore

/// The dates of HTTP header fields, in the one form that servers send today (RFC 9110 §5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` when it is none.
  static func read(_ text: String) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], digits: 2, 1...31),
      let month = months.firstIndex(where: { $0 == parts[2] }),
      let year = number(parts[3], digits: 4, 1970...9999)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], digits: 2, 0...23),
      let minute = number(time[1], digits: 2, 0...59), let second = number(time[2], digits: 2, 0...60)
    else { return nil }
    let seconds = days(year, month + 1, day) * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func number(_ text: Substring, digits: Int, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(text), range.contains(value)
    else { return nil }
    return value
  }

  /// The days from 1970-01-01 to a day of the Gregorian calendar; years are counted from March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    return year * 365 + year / 4 - year / 100 + year / 400 + (monthFromMarch * 153 + 2) / 5 + day - 719_469
  }
}
