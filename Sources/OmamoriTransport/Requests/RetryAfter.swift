import OmamoriCore

/// Reads the field `Retry-After` (RFC 9110, section 10.2.3): seconds, or a moment.
enum RetryAfter {
  /// The longest time that a server can ask to be left alone for.
  static let greatest = Duration.seconds(86_400)

  /// How long to wait.
  ///
  /// - Parameters:
  ///   - values: The values of the field; more than one is as good as none.
  ///   - now: The time by which a moment is judged.
  /// - Returns: Zero to ``greatest``; `nil` for what cannot be read.
  static func duration(_ values: [String], now: Date) -> Duration? {
    guard values.count == 1, let value = values.first, (1...29).contains(value.utf8.count) else { return nil }
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(.seconds(Int(value) ?? .max / 2), greatest)
    }
    guard let moment = HTTPDate.read(value) else { return nil }
    let seconds = (moment.timeIntervalSince(now)).rounded(.up)
    return .seconds(Int(min(max(seconds, 0), 86_400)))
  }
}
