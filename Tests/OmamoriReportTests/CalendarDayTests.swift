import OmamoriCore
import OmamoriReport
import Testing

/// Days as suppressions write them.
@Suite struct CalendarDayTests {
  @Test(arguments: ["2027-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func daysAreReadAndWritten(text: String) { #expect(CalendarDay(text)?.description == text) }

  @Test(arguments: [
    "2027-02-29", "2100-02-29", "2027-04-31", "2027-13-01", "2027-00-10", "2027-01-00", "0000-01-01",
    "2027-1-31", "27-01-31", "2027/01/31", "2027-01-31 ", "２027-01-31", "2027-01-3x", "",
  ])
  func whatIsNoDayIsRefused(text: String) { #expect(CalendarDay(text) == nil) }

  @Test(arguments: [
    (0.0, "1970-01-01"), (951_782_400.0, "2000-02-29"), (951_868_799.9, "2000-02-29"),
    (951_868_800.0, "2000-03-01"), (1_798_761_599.0, "2026-12-31"), (1_798_761_600.0, "2027-01-01"),
    (-1.0, "1969-12-31"), (4_107_542_400.0, "2100-03-01"),
  ])
  func theDayOfAMomentIsTheOneInUTC(seconds: Double, day: String) {
    #expect(CalendarDay(Date(timeIntervalSince1970: seconds)).description == day)
  }

  @Test func daysAreOrdered() throws {
    let days = try ["2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].map {
      try #require(CalendarDay($0))
    }
    #expect(days.sorted() == days && days[0] < days[1] && !(days[1] < days[1]))
  }
}
