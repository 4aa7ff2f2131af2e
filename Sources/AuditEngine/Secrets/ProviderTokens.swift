import OmamoriCore

/// Finds keys and tokens of known services in any text, in one pass over its bytes.
package enum ProviderTokens {
  /// A key or token.
  package struct Match {
    /// Its form.
    package let format: ProviderTokenFormat
    /// Its bytes.
    package let range: Range<Int>
  }

  /// The first key or token in `text`.
  package static func first(in text: String) -> Match? { all(in: Array(text.utf8)).first }

  /// Every key and token in `bytes`.
  package static func all(in bytes: [UInt8]) -> [Match] {
    var found: [Match] = []
    var index = 0
    while index < bytes.count {
      let formats = byFirstByte[Int(bytes[index])]
      guard !formats.isEmpty, index == 0 || !isWord(bytes[index - 1]) else {
        index += 1
        continue
      }
      var next = index + 1
      for format in formats where starts(bytes, index, with: format.prefix) {
        let start = index + format.prefix.count
        var end = start
        let limit = min(bytes.count, start + format.length.upperBound + 1)
        while end < limit, format.alphabet.contains(bytes[end]) { end += 1 }
        // A long run that is no token holds no beginning of another one.
        if case .signedToken = format.check { next = max(next, end) }
        if case .dotted = format.alphabet, end > start, bytes[end - 1] == 0x2E { end -= 1 }
        guard format.length.contains(end - start), end == bytes.count || !isWord(bytes[end]) else { continue }
        guard let whole = confirmed(bytes, index..<end, format) else { continue }
        found.append(Match(format: format, range: whole))
        next = whole.upperBound
        break
      }
      index = next
    }
    return found
  }

  private static let byFirstByte: [[ProviderTokenFormat]] = (0..<256).map { byte in
    // The longest beginning first: `sk-ant-api` before `sk-`.
    ProviderTokenFormat.all.filter { $0.prefix.first.map(Int.init) == byte }
      .sorted { $0.prefix.count > $1.prefix.count }
  }

  private static func isWord(_ byte: UInt8) -> Bool { ProviderTokenFormat.Alphabet.word.contains(byte) }

  private static func starts(_ bytes: [UInt8], _ index: Int, with prefix: [UInt8]) -> Bool {
    guard index + prefix.count <= bytes.count else { return false }
    return bytes[index..<(index + prefix.count)].elementsEqual(prefix)
  }

  // MARK: Shape

  /// The range of the token, if it is a real one and no example.
  private static func confirmed(
    _ bytes: [UInt8], _ range: Range<Int>, _ format: ProviderTokenFormat
  ) -> Range<Int>? {
    let body = Array(bytes[(range.lowerBound + format.prefix.count)..<range.upperBound])
    let isShort = body.count < 16
    guard isShort || (Set(body).count >= 8 && !isExample(body)) else { return nil }
    switch format.check {
    case .none: return range
    case .checksum: return hasChecksum(body) ? range : nil
    case .parts(let lengths):
      let parts = bytes[range].split(separator: 0x2E, omittingEmptySubsequences: false)
      return parts.count == lengths.count && zip(parts, lengths).allSatisfy { $1.contains($0.count) }
        ? range : nil
    case .containing(":APA91b"):
      var end = range.upperBound
      guard starts(bytes, end, with: Array(":APA91b".utf8)) else { return nil }
      end += 1
      while end < min(bytes.count, range.upperBound + 200),
        ProviderTokenFormat.Alphabet.base64URL.contains(bytes[end])
      {
        end += 1
      }
      return end - range.upperBound >= 120 ? range.lowerBound..<end : nil
    case .containing(let part):
      return String(decoding: body, as: UTF8.self).contains(part) ? range : nil
    case .signedToken:
      let token = SignedToken(String(decoding: bytes[range], as: UTF8.self))
      return token?.mayOpenSomething == true ? range : nil
    }
  }

  /// Documented examples are made of words and runs.
  private static func isExample(_ body: [UInt8]) -> Bool {
    let text = String(decoding: body, as: UTF8.self).lowercased()
    return ["example", "xxxx", "1234567890", "0123456789", "abcdefgh", "your", "000000"].contains {
      text.contains($0)
    }
  }

  /// The last six characters are the CRC-32 of the rest in base 62, as GitHub and npm write it.
  private static func hasChecksum(_ body: [UInt8]) -> Bool {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body.dropLast(6) {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    var digits: [UInt8] = []
    for _ in 0..<6 {
      let digit = UInt8(truncatingIfNeeded: crc % 62)
      digits.append(digit < 10 ? 0x30 + digit : digit < 36 ? 0x41 + digit - 10 : 0x61 + digit - 36)
      crc /= 62
    }
    return body.suffix(6).elementsEqual(digits.reversed())
  }
}
