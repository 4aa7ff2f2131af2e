import OmamoriCore
import Testing

@Suite struct ServerDatesTests {
  @Test(arguments: [0.0, 784_111_777, 951_868_799, 1_795_339_904, 253_402_300_799])
  func areReadAsTheyWereWritten(_ seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(HTTPDate.read(ServerDates.text(date)) == date)
  }
}
