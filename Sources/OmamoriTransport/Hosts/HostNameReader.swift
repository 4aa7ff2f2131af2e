#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Reads what `HostName` accepts.
enum HostNameReader {
  private static let greatestNameLength = 253
  private static let greatestLabelLength = 63

  static func read(_ text: String) -> (form: String, kind: HostName.Kind)? {
    guard text.utf8.count <= greatestNameLength + 1, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      return nil
    }
    if text.utf8.contains(UInt8(ascii: ":")) { return addressV6(text).map { ($0, .addressV6) } }
    var name = String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    if let address = addressV4(name) { return (address, .addressV4) }
    if name.hasSuffix(".") { name.removeLast() }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...greatestNameLength).contains(name.utf8.count), labels.allSatisfy(isLabel),
      let last = labels.last, !looksNumeric(last)
    else { return nil }
    return (name, .name)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let bytes = Array(label.utf8)
    guard let first = bytes.first, let last = bytes.last, bytes.count <= greatestLabelLength else {
      return false
    }
    let hyphen = UInt8(ascii: "-")
    return first != hyphen && last != hyphen
      && bytes.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == hyphen || $0 == UInt8(ascii: "_")
      }
  }

  /// A last label in digits makes other programs read an address where there is none (WHATWG URL, "ends in a number").
  private static func looksNumeric(_ label: Substring) -> Bool {
    let isDecimal = label.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isHexadecimal =
      label.hasPrefix("0x")
      && label.dropFirst(2).utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isDecimal || isHexadecimal
  }

  private static func addressV4(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        part.utf8.count == 1 || part.utf8.first != 0x30, UInt8(part) != nil
      else { return nil }
    }
    return text
  }

  private static func addressV6(_ text: String) -> String? {
    var content = text[...]
    if content.hasPrefix("["), content.hasSuffix("]") { content = content.dropFirst().dropLast() }
    var address = in6_addr()
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    // because inet_pton and inet_ntop read and fill the two variables that are passed and nothing else
    return unsafe withUnsafeMutableBytes(of: &address) { bytes -> String? in
      guard unsafe inet_pton(AF_INET6, String(content), bytes.baseAddress) == 1 else { return nil }
      guard unsafe inet_ntop(AF_INET6, bytes.baseAddress, &buffer, socklen_t(buffer.count)) != nil else {
        return nil
      }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
  }
}
