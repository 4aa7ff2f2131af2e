import Glibc
import OmamoriCore

/// A moment in the time zone of the person at the machine.
struct LocalTime {
  /// The day, such as 2027-03-15.
  let day: String
  /// The time of day, such as 09:30.
  let clock: String

  init(_ date: Date) {
    var seconds = time_t(date.timeIntervalSince1970.clamped)
    // because the structure is filled by the call, and its pointer to the name of the zone is not looked at
    var parts = unsafe tm()
    // because the call reads one number and fills one structure, which outlive it
    unsafe localtime_r(&seconds, &parts)
    // because these are numbers in the structure
    let (year, month, day) = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let (hour, minute) = unsafe (parts.tm_hour, parts.tm_min)  // because these are, too
    self.day = "\(year)-\(Self.two(month))-\(Self.two(day))"
    clock = "\(Self.two(hour)):\(Self.two(minute))"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Double {
  /// The number, or the nearest one that years of four digits have.
  fileprivate var clamped: Double { Swift.min(Swift.max(self, 0), 253_402_300_799) }
}
