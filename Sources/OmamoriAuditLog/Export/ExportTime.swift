/// A moment of UTC, as texts of RFC 3339 have it.
struct ExportTime {
  private let seconds: Int64
  private let fraction: Int64

  /// Takes nanoseconds since 1970.
  init(nanoseconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    (seconds, fraction) = remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
  }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { seconds * 1000 + fraction / 1_000_000 }

  /// The moment with so many digits of a second, at most nine, such as `2026-11-22T13:50:00.123456Z`.
  func text(digits: Int) -> String {
    let day = (seconds - Self.modulo(seconds, 86_400)) / 86_400
    let second = Self.modulo(seconds, 86_400)
    let (year, month, dayOfMonth) = Self.date(day)
    let digits = Self.padded(fraction, 9).prefix(digits)
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
      + "T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
      + ".\(digits)Z"
  }

  /// The day of the Gregorian calendar, in years that begin in March so that a leap day is a year's last.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let dayOfEra = modulo(shifted, 146_097)
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return (year, month >= 10 ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1)
  }

  private static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
