import OmamoriCore

/// Reads moments of HTTP in the form that senders have to use (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment that a text such as `Sun, 06 Nov 1994 08:49:37 GMT` names; `nil` for any other form.
  static func moment(_ text: String) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard text.utf8.count == 29, parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], 2), let month = months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], 4)
    else { return nil }
    let time = parts[4].split(separator: ":").map { number($0, 2) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2], hour < 24,
      minute < 60, second < 61, (1...31).contains(day), year >= 1970
    else { return nil }
    return CalendarDay.start(year: year, month: month + 1, day: day)
      .addingTimeInterval(Double((hour * 60 + minute) * 60 + second))
  }

  private static func number(_ digits: Substring, _ count: Int) -> Int? {
    guard digits.utf8.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
