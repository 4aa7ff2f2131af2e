import OmamoriCore

/// A moment as the field `Date` has it (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The last second of the year 9999.
  private static let last = 253_402_300_799

  /// The text for a moment; moments before 1970 and after 9999 become the nearest one between.
  static func text(_ date: Date) -> String {
    let interval = date.timeIntervalSince1970
    let seconds = interval.isFinite ? Int(min(max(interval, 0), Double(last))) : 0
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, dayOfMonth) = civil(day)
    let time = [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
    let years = String(repeating: "0", count: 4 - String(year).utf8.count) + String(year)
    return "\(days[day % 7]), \(padded(dayOfMonth)) \(months[month - 1]) \(years) \(time) GMT"
  }

  /// Year, month and day of a day counted from the beginning of 1970, in years that begin in March.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
