import OmamoriCore

/// Reads the field `Retry-After` (RFC 9110, section 10.2.3): seconds, or a moment.
enum RetryAfter {
  /// The longest time that a server can ask to be left alone for.
  static let greatest = Duration.seconds(86_400)

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// How long to wait.
  ///
  /// - Parameters:
  ///   - values: The values of the field; more than one is as good as none.
  ///   - now: The time by which a moment is judged.
  /// - Returns: Zero to ``greatest``; `nil` for what cannot be read.
  static func duration(_ values: [String], now: Date) -> Duration? {
    guard values.count == 1, let value = values.first, (1...29).contains(value.utf8.count) else { return nil }
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(.seconds(Int(value) ?? .max / 2), greatest)
    }
    guard let moment = moment(value) else { return nil }
    let seconds = (moment.timeIntervalSince(now)).rounded(.up)
    return .seconds(Int(min(max(seconds, 0), 86_400)))
  }

  /// Reads the form of dates that servers have to send, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func moment(_ text: String) -> Date? {
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
