import OmamoriCore

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
    let second = Int((seconds % 86_400 + 86_400) % 86_400)
    let day = GregorianDay(number: Int((seconds - Int64(second)) / 86_400))
    let time = [second / 3600, second / 60 % 60, second % 60].map { GregorianDay.padded($0, 2) }
    let digits = GregorianDay.padded(Int(fraction), 9).prefix(digits)
    return "\(day)T\(time.joined(separator: ":")).\(digits)Z"
  }
}
