import OmamoriMessaging

extension GroupIdentifier {
  private static let shortLength = 8

  /// The identifier in hexadecimal digits.
  var text: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Its beginning, which is enough to tell a few groups apart.
  var shortText: String { String(text.prefix(Self.shortLength)) }

  /// Whether a word is its beginning, of eight digits at least.
  func isMeant(by word: String) -> Bool {
    word.utf8.count >= Self.shortLength && text.hasPrefix(word.lowercased())
  }

  /// Reads ``text``; `nil` for anything else.
  init?(text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count == 2 * Self.byteCount else { return nil }
    // because the number of bytes is the right one
    try? self.init(
      bytes: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}

extension MessagingError {
  /// Whether a group refuses something for good, and nothing is wrong with what is kept.
  var isRefusalOfGroup: Bool {
    switch self {
    case .group, .message, .conversation, .identity, .prekey: true
    default: false
    }
  }
}
