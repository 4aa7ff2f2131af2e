package import OmamoriCore

/// A day of the Gregorian calendar without a time zone, written `2027-01-31`.
package struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, 1…9999.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Reads a day of the form `YYYY-MM-DD`; `nil` for anything else and for days that no month has.
  package init?(_ text: some StringProtocol) {
    guard let day = GregorianDay(text), day.year > 0 else { return nil }
    self.init(day)
  }

  /// The day that `date` is in, in UTC.
  package init(_ date: Date) { self.init(GregorianDay(date)) }

  private init(_ value: GregorianDay) { (year, month, day) = (value.year, value.month, value.day) }

  /// The day as `YYYY-MM-DD`.
  package var description: String {
    [(year, 4), (month, 2), (day, 2)].map { GregorianDay.padded($0, $1) }.joined(separator: "-")
  }

  /// Orders days from earlier to later.
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDay: Codable {
  /// Reads a day of the form `YYYY-MM-DD`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day such as 2027-01-31")
    }
    self = day
  }

  /// Writes the day as `YYYY-MM-DD`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
