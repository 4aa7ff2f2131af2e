/// Reads moments of HTTP in the form that senders have to use (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment that a text such as `Sun, 06 Nov 1994 08:49:37 GMT` names; `nil` for any other form.
  package static func read(_ text: String) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], digits: 2, 1...31),
      let month = months.firstIndex(where: { $0 == parts[2] }),
      let year = number(parts[3], digits: 4, 1970...9999)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], digits: 2, 0...23),
      let minute = number(time[1], digits: 2, 0...59), let second = number(time[2], digits: 2, 0...60)
    else { return nil }
    let days = GregorianDay.number(year: year, month: month + 1, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + (hour * 60 + minute) * 60 + second))
  }

  private static func number(_ text: Substring, digits: Int, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(text), range.contains(value)
    else { return nil }
    return value
  }
}
