/// An Internet address of either family, in network order.
struct ATSAddress: Hashable {
  /// 4 bytes or 16.
  let bytes: [UInt8]

  /// Reads an address in its usual spelling: dotted decimal, or RFC 4291 with an optional zone.
  init?(_ text: String) {
    let characters = Array(text.utf8)
    if let bytes = Self.version4(characters[...], isShort: false) {
      self.bytes = bytes
      return
    }
    let zone = characters.firstIndex(of: UInt8(ascii: "%")) ?? characters.endIndex
    guard let bytes = Self.version6(characters[..<zone]) else { return nil }
    self.bytes = bytes
  }

  /// Reads the address part of a range, in which IPv4 may end early: `10` and `10.0` are `10.0.0.0`.
  init?(range text: Substring) {
    let characters = Array(text.utf8)
    guard let bytes = Self.version4(characters[...], isShort: true) ?? Self.version6(characters[...]) else {
      return nil
    }
    self.bytes = bytes
  }

  /// Loopback (127.0.0.0/8, ::1) and link-local (169.254.0.0/16, fe80::/10) addresses.
  var isLocal: Bool {
    if bytes.count == 4 { return bytes[0] == 127 || (bytes[0] == 169 && bytes[1] == 254) }
    if bytes[0] == 0xFE { return bytes[1] & 0xC0 == 0x80 }
    return bytes[15] == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }

  /// Addresses that the public Internet does not route: RFC 1918, RFC 6598 and fc00::/7.
  var isPrivate: Bool {
    guard bytes.count == 4 else { return bytes[0] & 0xFE == 0xFC }
    return switch (bytes[0], bytes[1]) {
    case (10, _), (192, 168), (172, 16...31), (100, 64...127): true
    default: false
    }
  }

  /// Says whether the first `length` bits of both addresses are the same.
  func sharesPrefix(_ length: Int, with other: ATSAddress) -> Bool {
    guard bytes.count == other.bytes.count else { return false }
    for (index, (own, foreign)) in zip(bytes, other.bytes).enumerated() {
      let bits = min(8, length - index * 8)
      guard bits > 0 else { return true }
      if (own ^ foreign) >> UInt8(8 - bits) != 0 { return false }
    }
    return true
  }

  private static func version4(_ text: ArraySlice<UInt8>, isShort: Bool) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 || (isShort && (1...4).contains(parts.count)) else { return nil }
    var result: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ ASCII.digit($0) != nil }),
        let number = UInt8(String(decoding: part, as: UTF8.self))
      else { return nil }
      result.append(number)
    }
    return result + Array(repeating: 0, count: 4 - result.count)
  }

  private static func version6(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let colon = UInt8(ascii: ":")
    guard text.count <= 45 else { return nil }
    let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    guard let gap else {
      let bytes = groups(text)
      return bytes?.count == 16 ? bytes : nil
    }
    let (head, tail) = (text[..<gap], text[(gap + 2)...])
    guard let first = head.isEmpty ? [] : groups(head, mayEndDotted: false),
      let last = tail.isEmpty ? [] : groups(tail), first.count + last.count <= 14
    else { return nil }
    return first + Array(repeating: 0, count: 16 - first.count - last.count) + last
  }

  private static func groups(_ text: ArraySlice<UInt8>, mayEndDotted: Bool = true) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var result: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if mayEndDotted, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let dotted = version4(part, isShort: false) else { return nil }
        result += dotted
        continue
      }
      guard (1...4).contains(part.count), part.allSatisfy({ ASCII.hexadecimal($0) != nil }),
        let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
      else { return nil }
      result += [UInt8(group >> 8), UInt8(group & 0xFF)]
    }
    return result
  }
}

/// A range of addresses in CIDR notation (RFC 4632).
struct ATSAddressRange: Hashable {
  /// An address of the range; the bits behind the prefix do not matter.
  let address: ATSAddress
  /// How many leading bits all addresses of the range share.
  let prefix: Int

  /// Reads `198.51.100.0/24`, `10/8`, `::/0` and the like.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = ATSAddress(range: parts[0]) else { return nil }
    guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ ASCII.digit($0) != nil }),
      let prefix = Int(parts[1]), prefix <= address.bytes.count * 8
    else { return nil }
    (self.address, self.prefix) = (address, prefix)
  }

  /// Says whether `candidate` lies in the range.
  func contains(_ candidate: ATSAddress) -> Bool { address.sharesPrefix(prefix, with: candidate) }
}
