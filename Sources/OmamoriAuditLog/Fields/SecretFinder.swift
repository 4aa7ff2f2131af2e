/// Finds what looks like a secret in a text, in one pass and in a time that grows with the text's length alone.
///
/// Has no state; safe to use from any thread.
enum SecretFinder {
  /// No secret is shorter, in bytes.
  static let shortest = 6

  /// The secrets in a text in their order, which do not overlap.
  static func secrets(in text: String, _ shapes: Set<SecretShape>) -> [(Range<Int>, SecretShape)] {
    guard text.utf8.count >= shortest else { return [] }
    var text = text
    // because the span is used during the call only
    return text.withUTF8 { unsafe secrets(in: $0.span, shapes) }
  }

  private static func secrets(
    in bytes: Span<UInt8>, _ shapes: Set<SecretShape>
  ) -> [(Range<Int>, SecretShape)] {
    var found: [(Range<Int>, SecretShape)] = []
    var (index, noToken) = (0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      let isInWord = isLetter(byte) || isDigit(byte)
      if isInWord || byte == UInt8(ascii: "-"), let (end, shape) = secret(bytes, index, &noToken),
        shapes.contains(shape)
      {
        found.append((index..<end, shape))
        index = end
      } else if isInWord {
        // Nothing begins within a word, but an address may end in it.
        index += 1
        while index < bytes.count, isLetter(bytes[index]) || isDigit(bytes[index]) { index += 1 }
      } else if byte == UInt8(ascii: "@"), shapes.contains(.email),
        let range = address(bytes, around: index, after: found.last?.0.upperBound ?? 0)
      {
        found.append((range, .email))
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// The secret that begins at a place.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: The place.
  ///   - noToken: Up to where no token begins.
  /// - Returns: Its end and what it looks like.
  private static func secret(
    _ bytes: Span<UInt8>, _ start: Int, _ noToken: inout Int
  ) -> (end: Int, shape: SecretShape)? {
    // Most words that begin like a secret are none by their second letter.
    let second = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch bytes[start] {
    case UInt8(ascii: "e"):
      return second == UInt8(ascii: "y") ? token(bytes, start, &noToken).map { ($0, .token) } : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return cardNumber(bytes, start).map { ($0, .cardNumber) }
    case UInt8(ascii: "B"), UInt8(ascii: "b"):
      return second | 0x20 == UInt8(ascii: "e") ? bearer(bytes, start).map { ($0, .bearer) } : nil
    case UInt8(ascii: "-"):
      return second == UInt8(ascii: "-") ? privateKey(bytes, start).map { ($0, .privateKey) } : nil
    case UInt8(ascii: "A"), UInt8(ascii: "g"), UInt8(ascii: "s"), UInt8(ascii: "x"):
      return isSecond(second) ? accessKey(bytes, start).map { ($0, .accessKey) } : nil
    default: return nil
    }
  }

  // MARK: - Shapes

  private static func token(_ bytes: Span<UInt8>, _ start: Int, _ noToken: inout Int) -> Int? {
    guard start >= noToken, has("eyJ", bytes, start) else { return nil }
    let header = run(bytes, start, isBase64URL)
    // What comes after this run decides for all that begin in it, so that it is gone through only once.
    noToken = header
    guard header - start >= 8, header < bytes.count, bytes[header] == UInt8(ascii: ".") else { return nil }
    let claims = run(bytes, header + 1, isBase64URL)
    guard claims - header > 4, claims < bytes.count, bytes[claims] == UInt8(ascii: ".") else { return nil }
    return run(bytes, claims + 1, isBase64URL)
  }

  private static func bearer(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    let length = 6
    guard bytes.count - start > length + 8 else { return nil }
    var offset = 0
    for letter in "bearer".utf8 {
      guard bytes[start + offset] | 0x20 == letter else { return nil }
      offset += 1
    }
    var begin = start + length
    while begin < bytes.count, bytes[begin] == UInt8(ascii: " ") || bytes[begin] == UInt8(ascii: ":") {
      begin += 1
    }
    guard begin > start + length else { return nil }
    let end = run(bytes, begin) { isBase64URL($0) || ".~+/=".utf8.contains($0) }
    return end - begin >= 8 ? end : nil
  }

  private static func privateKey(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard has("-----BEGIN ", bytes, start) else { return nil }
    let end = "PRIVATE KEY-----"
    guard let head = first(end, bytes, in: start..<min(start + 64, bytes.count)) else { return nil }
    // Without an end everything that follows belongs to it.
    return first(end, bytes, in: head..<bytes.count) ?? bytes.count
  }

  private static let prefixes = [
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ghp_", 30), ("gho_", 30), ("ghs_", 30), ("github_pat_", 30),
    ("glpat-", 16), ("sk_live_", 16), ("sk-", 32), ("xoxb-", 16), ("xoxp-", 16),
  ]

  /// Whether a byte is the second one of one of them.
  private static func isSecond(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "K"), UInt8(ascii: "S"), UInt8(ascii: "I"), UInt8(ascii: "h"), UInt8(ascii: "i"),
      UInt8(ascii: "l"), UInt8(ascii: "k"), UInt8(ascii: "o"):
      true
    default: false
    }
  }

  private static func accessKey(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    for (prefix, length) in prefixes where has(prefix, bytes, start) {
      let end = run(bytes, start, isBase64URL)
      if end - start >= prefix.utf8.count + length { return end }
    }
    return nil
  }

  private static func cardNumber(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var digits: [UInt8] = []
    var (index, end) = (start, start)
    while index < bytes.count, digits.count <= 19 {
      if isDigit(bytes[index]) {
        digits.append(bytes[index] - 0x30)
        end = index + 1
      } else if bytes[index] != UInt8(ascii: " "), bytes[index] != UInt8(ascii: "-") {
        break
      } else if index != end {
        break
      }
      index += 1
    }
    guard 13...19 ~= digits.count, end == bytes.count || !isWord(bytes[end]), isIssued(digits) else {
      return nil
    }
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = place % 2 == 0 ? Int(digit) : Int(digit) * 2
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0 ? end : nil
  }

  /// Whether a card number of this length can begin so.
  private static func isIssued(_ digits: [UInt8]) -> Bool {
    let head = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
    switch head {
    case 4000...4999: return [13, 16, 19].contains(digits.count)
    case 5100...5599, 2221...2720: return digits.count == 16
    case 3400...3499, 3700...3799: return digits.count == 15
    case 3000...3099, 3600...3699, 3800...3999: return digits.count == 14 || digits.count == 16
    case 3528...3589, 6011, 6200...6299, 6440...6599: return digits.count >= 16
    default: return false
    }
  }

  private static func address(_ bytes: Span<UInt8>, around sign: Int, after limit: Int) -> Range<Int>? {
    var start = sign
    while start > limit, isWord(bytes[start - 1]) || ".%+-".utf8.contains(bytes[start - 1]) { start -= 1 }
    var end = run(bytes, sign + 1) { isLetter($0) || isDigit($0) || ".-".utf8.contains($0) }
    while end > sign + 1, ".-".utf8.contains(bytes[end - 1]) { end -= 1 }
    let lastDot = (sign + 1..<end).last { bytes[$0] == UInt8(ascii: ".") }
    guard start < sign, let lastDot, lastDot > sign + 1, end - lastDot > 2,
      run(bytes, lastDot + 1, isLetter) >= end
    else { return nil }
    return start..<end
  }

  // MARK: - Bytes

  private static func has(_ text: String, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard bytes.count - start >= text.utf8.count else { return false }
    var index = start
    for byte in text.utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// The end of the first occurrence of a text.
  private static func first(_ text: String, _ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    let count = text.utf8.count
    guard range.count >= count else { return nil }
    return (range.lowerBound...range.upperBound - count).first { has(text, bytes, $0) }.map { $0 + count }
  }

  private static func run(_ bytes: Span<UInt8>, _ start: Int, _ belongs: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    return end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") }
  private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || isMark(byte) }
  private static func isBase64URL(_ byte: UInt8) -> Bool { isWord(byte) || byte == UInt8(ascii: "-") }
}
