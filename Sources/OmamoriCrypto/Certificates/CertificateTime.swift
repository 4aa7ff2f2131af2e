import OmamoriCore

/// Times in certificates (RFC 5280, section 4.1.2.5): in whole seconds, in UTC, and in one way of writing each.
enum CertificateTime {
  private static let utcTime: UInt8 = 0x17
  private static let generalizedTime: UInt8 = 0x18

  static func read(_ reader: inout DERReader) throws(DERError) -> Date {
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
    guard let day = GregorianDay(year: pairs[0] * 100 + pairs[1], month: pairs[2], day: pairs[3]),
      pairs[4] < 24, pairs[5] < 60, pairs[6] < 60
    else { throw .invalidASN1Object }
    let seconds = (pairs[4] * 60 + pairs[5]) * 60 + pairs[6]
    return Date(timeIntervalSince1970: Double(day.number * 86_400 + seconds))
  }
}
