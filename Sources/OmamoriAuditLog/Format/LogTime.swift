import OmamoriCore

/// Times as the log writes them: milliseconds since 1970 in UTC.
enum LogTime {
  /// The latest time that is written: in the year 10889.
  private static let latest: Double = 281_474_976_710_656

  static func milliseconds(_ date: Date) -> UInt64 {
    let value = date.timeIntervalSince1970 * 1000
    return value.isNaN ? 0 : UInt64(min(max(value, 0), latest))
  }

  static func date(_ milliseconds: UInt64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
