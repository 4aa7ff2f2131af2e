public import OmamoriCore

/// A time as tokens write it: seconds since 1970, which may have a fraction (RFC 7519 §2).
///
/// Exact to the nanosecond; a number beyond the years 1 to 9999 becomes the first or the last second of them, so that no
/// calculation with it can overflow.
public struct NumericDate: Sendable, Hashable {
  /// The beginning of the year 1.
  public static let distantPast = NumericDate(seconds: -62_135_596_800, nanoseconds: 0)
  /// The end of the year 9999.
  public static let distantFuture = NumericDate(seconds: 253_402_300_799, nanoseconds: 999_999_999)

  /// The whole seconds since 1970, rounded down.
  public let seconds: Int64
  /// The rest, from 0 to 999999999.
  public let nanoseconds: Int32

  private init(seconds: Int64, nanoseconds: Int32) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// The time that is nearest to this one and in range; `nanoseconds` is from 0 to 999999999.
  private init(clamping seconds: Int64, _ nanoseconds: Int32) {
    if seconds < Self.distantPast.seconds {
      self = .distantPast
    } else if seconds > Self.distantFuture.seconds {
      self = .distantFuture
    } else {
      self.init(seconds: seconds, nanoseconds: nanoseconds)
    }
  }

  /// Makes a time of whole seconds since 1970.
  public init(seconds: Int64) { self.init(clamping: seconds, 0) }

  /// Makes a time of a date.
  public init(_ date: Date) {
    let interval = date.timeIntervalSince1970
    guard interval > -1e12 else {
      self = .distantPast
      return
    }
    guard interval < 1e12 else {
      self = .distantFuture
      return
    }
    let whole = interval.rounded(.down)
    self.init(clamping: Int64(whole), Int32(min((interval - whole) * 1e9, 999_999_999)))
  }

  /// Reads a number of seconds, whatever its size.
  public init(_ number: JSONNumber) {
    if let seconds = number.integer(as: Int64.self) {
      self.init(clamping: seconds, 0)
    } else {
      self = Self.decimal(number.text)
    }
  }

  /// The same time as a date, to about a microsecond.
  public var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

  /// The number in JSON.
  public var number: JSONNumber {
    guard nanoseconds != 0 else { return JSONNumber(seconds) }
    // Before 1970 a fraction goes the other way.
    let isNegative = seconds < 0
    let whole = isNegative ? -(seconds + 1) : seconds
    let rest = isNegative ? 1_000_000_000 - nanoseconds : nanoseconds
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return JSONNumber(text: "\(isNegative ? "-" : "")\(whole).\(digits)") ?? JSONNumber(seconds)
  }

  /// The time after a duration.
  public func adding(_ duration: Duration) -> NumericDate {
    let parts = duration.components
    var rest = Int64(nanoseconds) + parts.attoseconds / 1_000_000_000
    var carry: Int64 = 0
    if rest >= 1_000_000_000 { (rest, carry) = (rest - 1_000_000_000, 1) }
    if rest < 0 { (rest, carry) = (rest + 1_000_000_000, -1) }
    let (sum, overflow) = seconds.addingReportingOverflow(parts.seconds)
    guard !overflow else { return parts.seconds < 0 ? .distantPast : .distantFuture }
    return NumericDate(clamping: sum &+ carry, Int32(rest))
  }

  /// Reads a number with a fraction or an exponent, or one that is too long for an integer.
  private static func decimal(_ text: String) -> NumericDate {
    var (digits, point, exponent): ([Int64], Int?, Int) = ([], nil, 0)
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(Int64(byte - UInt8(ascii: "0")))
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let rest = text.utf8.dropFirst(index + 1)
        let isSmall = rest.first == UInt8(ascii: "-")
        let size = Int(String(rest.drop { !(48...57).contains($0) }) ?? "") ?? 1_000_000
        exponent = min(size, 1_000_000) * (isSmall ? -1 : 1)
        return date(digits, point: (point ?? digits.count) + exponent, isNegative)
      default: break
      }
    }
    return date(digits, point: point ?? digits.count, isNegative)
  }

  /// The time of digits with a decimal point before one of them, or before or after all of them.
  private static func date(_ digits: [Int64], point: Int, _ isNegative: Bool) -> NumericDate {
    guard let first = digits.firstIndex(where: { $0 != 0 }) else { return NumericDate(seconds: 0) }
    guard point - first <= 15 else { return isNegative ? .distantPast : .distantFuture }
    func digit(_ index: Int) -> Int64 { digits.indices.contains(index) ? digits[index] : 0 }
    // At most 15 digits, and nine of the fraction.
    let whole = (min(first, point)..<point).reduce(Int64(0)) { $0 * 10 + digit($1) }
    let rest = (point..<(point + 9)).reduce(Int64(0)) { $0 * 10 + digit($1) }
    guard isNegative else { return NumericDate(clamping: whole, Int32(rest)) }
    return rest == 0
      ? NumericDate(clamping: -whole, 0) : NumericDate(clamping: -whole - 1, Int32(1_000_000_000 - rest))
  }
}

extension NumericDate: Comparable {
  /// Says whether the left time is earlier.
  public static func < (left: NumericDate, right: NumericDate) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension NumericDate: CustomStringConvertible {
  /// The seconds since 1970.
  public var description: String { number.text }
}
