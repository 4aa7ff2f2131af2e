import OmamoriCore

/// Times in certificates (RFC 5280, section 4.1.2.5): in whole seconds, in UTC, and in one way of writing each.
enum CertificateTime {
  private static let utcTime: UInt8 = 0x17
  private static let generalizedTime: UInt8 = 0x18

  static func read(_ reader: inout DERReader) throws(CryptoKitASN1Error) -> Date {
    let isShort = reader.next(is: utcTime)
    let digits = try reader.read(isShort ? utcTime : generalizedTime).byteArray
    guard digits.count == (isShort ? 13 : 15), digits.last == UInt8(ascii: "Z") else {
      throw .invalidASN1Object
    }
    var pairs: [Int] = []
    for start in stride(from: 0, to: digits.count - 1, by: 2) {
      let (tens, ones) = (digits[start] &- 0x30, digits[start + 1] &- 0x30)
      guard tens < 10, ones < 10 else { throw .invalidASN1Object }
      pairs.append(Int(tens) * 10 + Int(ones))
    }
    if isShort { pairs.insert(pairs[0] < 50 ? 20 : 19, at: 0) }
    let (year, month, day) = (pairs[0] * 100 + pairs[1], pairs[2], pairs[3])
    guard 1...12 ~= month, 1...dayCount(ofMonth: month, year) ~= day, pairs[4] < 24, pairs[5] < 60,
      pairs[6] < 60
    else { throw .invalidASN1Object }
    let seconds = (pairs[4] * 60 + pairs[5]) * 60 + pairs[6]
    return Date(timeIntervalSince1970: Double(dayNumber(year, month, day) * 86_400 + seconds))
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func dayCount(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from 1970-01-01, in the Gregorian calendar.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years that begin in March have the leap day at their end.
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
  }
}
