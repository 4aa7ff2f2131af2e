import OmamoriCore
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Sun, 22 Nov 2026 09:31:44 GMT", 1_795_339_904),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
  ])
  func datesAreRead(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.read(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "0", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
    "Sun, 06 Nov +994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
  ])
  func othersAreNone(_ text: String) { #expect(HTTPDate.read(text) == nil) }
}
