/// What the parts of a URL consist of (RFC 3986), in bytes.
enum URLGrammar {
  static let greatestSize = 8192

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  static func isSubDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: false
    }
  }

  /// Says whether a path, with its slashes, is well-formed; `@` and `:` are, `\`, spaces and controls are not.
  static func isPath(_ text: some Collection<UInt8>) -> Bool {
    isEscaped(text) { isUnreserved($0) || isSubDelimiter($0) || [0x3A, 0x40, 0x2F].contains($0) }
  }

  static func isQuery(_ text: some Collection<UInt8>) -> Bool {
    isEscaped(text) { isUnreserved($0) || isSubDelimiter($0) || [0x3A, 0x40, 0x2F, 0x3F].contains($0) }
  }

  private static func isEscaped(_ text: some Collection<UInt8>, _ isAllowed: (UInt8) -> Bool) -> Bool {
    var digits = 0
    for byte in text {
      if digits > 0 {
        guard isHexadecimal(byte) else { return false }
        digits -= 1
      } else if byte == 0x25 {
        digits = 2
      } else if !isAllowed(byte) {
        return false
      }
    }
    return digits == 0
  }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// Text as a part of a path or query: everything but what `isKept` says is escaped, so that no character of it is
  /// taken for a delimiter.
  static func escaped(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text with every `%` and two hexadecimal digits replaced by the byte that they stand for, once.
  static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      bytes.append(byte)
      guard bytes.count > 2, bytes[bytes.count - 3] == 0x25,
        let value = UInt8(String(decoding: bytes.suffix(2), as: UTF8.self), radix: 16),
        bytes.suffix(2).allSatisfy(isHexadecimal)
      else { continue }
      bytes.removeLast(3)
      bytes.append(value)
    }
    return bytes
  }

  /// The number of dots when a segment is `.` or `..`, in any spelling (`%2e`), else `nil`.
  static func dots(_ segment: some Collection<UInt8>) -> Int? {
    guard (1...6).contains(segment.count) else { return nil }
    let text = HeaderGrammar.lowercased(segment).replacing("%2e", with: ".")
    return text == "." ? 1 : text == ".." ? 2 : nil
  }

  /// A path without dot segments (RFC 3986, section 5.2.4), which are recognised in escaped form, too.
  static func withoutDotSegments(_ path: [UInt8]) -> [UInt8] {
    var kept: [ArraySlice<UInt8>] = []
    let segments = path.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst()
    for (place, segment) in segments.enumerated() {
      let isLast = place == segments.count - 1
      switch dots(segment) {
      case nil: kept.append(segment)
      case 2:
        _ = kept.popLast()
        if isLast { kept.append([]) }
      default: if isLast { kept.append([]) }
      }
    }
    return [0x2F] + kept.joined(separator: [0x2F])
  }
}
