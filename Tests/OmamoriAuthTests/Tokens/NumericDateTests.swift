@_spi(Testing) import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct NumericDateTests {
  private func date(_ text: String) throws -> NumericDate {
    NumericDate(try #require(JSONNumber(text: text)))
  }

  @Test(arguments: [
    ("0", 0, 0), ("1795213869.837505", 1_795_213_869, 837_505_000), ("-1", -1, 0), ("-0", 0, 0),
    ("-0.0", 0, 0),
    ("0.5", 0, 500_000_000), ("-0.5", -1, 500_000_000), ("-1.25", -2, 750_000_000), ("1.5e2", 150, 0),
    ("1.5E+2", 150, 0), ("15e-1", 1, 500_000_000), ("1e-9", 0, 1), ("1e-10", 0, 0), ("-1e-10", 0, 0),
    ("0.0000000019", 0, 1), ("1234567890.123456789123", 1_234_567_890, 123_456_789), ("0e999999999999", 0, 0),
    ("0.000001e15", 1_000_000_000, 0), ("100000000000000e-13", 10, 0), ("0.123e1", 1, 230_000_000),
    ("12e0", 12, 0),
    ("123456789012345e-5", 1_234_567_890, 123_450_000),
  ]) func isReadExactly(_ text: String, _ seconds: Int64, _ nanoseconds: Int32) throws {
    let date = try date(text)
    #expect(date.seconds == seconds)
    #expect(date.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "1e300", "1e12", "9223372036854775807", "9223372036854775808", "253402300800", "1e999999999999999999999",
    "99999999999999999999.5", "1000000000000000.0", "0.1e13",
  ]) func isNeverLaterThanTheYear9999(_ text: String) throws {
    #expect(try date(text).seconds == NumericDate.distantFuture.seconds)
    #expect(try date("-" + text).seconds == NumericDate.distantPast.seconds)
  }

  @Test(arguments: ["0", "1795213869.837505", "-0.5", "-1.25", "1.5", "-2", "0.000000001", "-0.000000001"])
  func isWrittenAsItWasRead(_ text: String) throws {
    #expect(try date(text).number.text == text)
  }

  @Test func durationsAreAddedWithoutOverflow() throws {
    let date = NumericDate(seconds: 10)
    #expect(date.adding(.milliseconds(-500)) == (try self.date("9.5")))
    #expect(date.adding(.milliseconds(1500)) == (try self.date("11.5")))
    #expect(try self.date("0.75").adding(.milliseconds(750)) == self.date("1.5"))
    #expect(date.adding(.seconds(Int64.max)) == .distantFuture)
    #expect(date.adding(.seconds(Int64.min)) == .distantPast)
    #expect(NumericDate.distantPast < NumericDate.distantFuture)
    #expect(NumericDate.distantFuture.adding(.seconds(1)) == .distantFuture)
  }

  @Test func datesOfFoundationAreTaken() {
    #expect(NumericDate(Date(timeIntervalSince1970: 1.5)).seconds == 1)
    #expect(NumericDate(Date(timeIntervalSince1970: -1.5)).seconds == -2)
    #expect(NumericDate(Date(timeIntervalSince1970: .infinity)) == .distantFuture)
    #expect(NumericDate(Date(timeIntervalSince1970: -.infinity)) == .distantPast)
    #expect(NumericDate(Date(timeIntervalSince1970: .nan)) == .distantPast)
    #expect(NumericDate(seconds: 86_400).date == Date(timeIntervalSince1970: 86_400))
  }

  /// Any number that JSON can write gives a time, and gives it again when it is written.
  @Test func noNumberTraps() throws {
    let randomness = SeededRandomness(seed: 7)
    for _ in 0..<20_000 {
      var text = try randomness.integer(in: 0...1) == 0 ? "" : "-"
      text += String(try randomness.integer(in: 0...UInt64.max) >> UInt64(try randomness.integer(in: 0...63)))
      if try randomness.integer(in: 0...1) == 0 { text += ".\(try randomness.integer(in: 0...UInt64.max))" }
      if try randomness.integer(in: 0...1) == 0 { text += "e\(try randomness.integer(in: -400...400))" }
      let date = try date(text)
      #expect(NumericDate(date.number) == date)
      if let double = Double(text), abs(double) < 1e10 {
        #expect(abs(date.date.timeIntervalSince1970 - double) < 1e-3)
      }
    }
  }
}
