import OmamoriCore

/// Times as messages and records hold them: milliseconds since 1970, never before it.
enum MessageTime {
  /// The greatest time that is read: the end of the year 9999.
  static let greatest: UInt64 = 253_402_300_799_999

  /// The milliseconds of a date; dates beyond the range count as its ends.
  static func milliseconds(_ date: Date) -> UInt64 {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    guard milliseconds > 0 else { return 0 }
    return milliseconds < Double(greatest) ? UInt64(milliseconds) : greatest
  }

  /// The date of so many milliseconds.
  static func date(_ milliseconds: UInt64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
