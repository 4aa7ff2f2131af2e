import OmamoriCore
import Testing

@Suite struct GregorianDayTests {
  @Test func numbersDaysOneAfterTheOther() {
    var (year, month, day) = (1, 1, 1)
    for number in -719_162...110_000 {
      let found = GregorianDay(number: number)
      guard (found.year, found.month, found.day) == (year, month, day), found.number == number else {
        Issue.record("day \(number) is \(found)")
        return
      }
      if GregorianDay(year: year, month: month, day: day + 1) != nil {
        day += 1
      } else {
        (year, month, day) = month == 12 ? (year + 1, 1, 1) : (year, month + 1, 1)
      }
    }
  }

  @Test(arguments: [
    (0.0, "1970-01-01"), (-0.5, "1969-12-31"), (951_868_799.9, "2000-02-29"), (951_868_800, "2000-03-01"),
    (.infinity, "9999-12-31"), (-.infinity, "0000-01-01"), (.nan, "0000-01-01"), (1e300, "9999-12-31"),
  ])
  func isTheDayOfEveryMoment(_ seconds: Double, _ text: String) {
    #expect(GregorianDay(Date(timeIntervalSince1970: seconds)).description == text)
  }

  @Test(arguments: [Int.min, Int.max]) func countsWhatIsOutsideAsTheNearestDay(_ number: Int) {
    #expect(GregorianDay(number: number).year == (number < 0 ? 0 : 9999))
  }

  @Test(arguments: [
    "2027-02-29", "2100-02-29", "2027-04-31", "2027-13-01", "2027-00-10", "2027-01-00", "2027-1-31",
    "27-01-31",
    "2027/01/31", "2027-01-31 ", "２027-01-31", "2027-01-3x", "", "-027-01-31",
  ])
  func refusesWhatNamesNoDay(_ text: String) { #expect(GregorianDay(text) == nil) }

  @Test(arguments: ["0000-01-01", "2024-02-29", "2000-02-29", "9999-12-31"])
  func isWrittenAsItIsRead(_ text: String) throws {
    let day = try #require(GregorianDay(text))
    #expect(day.description == text && GregorianDay(day.start) == day)
  }
}
