/// Names a component so that other tools know it.
///
/// Source: <https://github.com/package-url/purl-spec>
enum PackageURL {
  /// `pkg:swift/github.com/apple/swift-nio@2.100.0`; `nil` without an address that tells owner and host.
  static func swift(_ location: String?, version: String?) -> String? {
    guard let location, let parts = addressParts(location), parts.count >= 3,
      parts.allSatisfy(isSegment)
    else { return nil }
    return "pkg:swift/" + parts.map(encoded).joined(separator: "/") + suffix(version)
  }

  /// `pkg:cocoapods/Alamofire@5.10.2`; `nil` for what is no name.
  static func cocoaPods(_ name: String, version: String?) -> String? {
    isSegment(name) ? "pkg:cocoapods/" + encoded(name) + suffix(version) : nil
  }

  /// `pkg:github/alamofire/alamofire@5.10.2`; `nil` for another host.
  static func github(_ source: String, version: String?) -> String? {
    let own: [String]
    if source.contains("://") {
      guard let parts = addressParts(source), parts.first == "github.com" else { return nil }
      own = Array(parts.dropFirst())
    } else {
      let parts = source.split(separator: "/").map(String.init)
      own = parts.first == "github.com" ? Array(parts.dropFirst()) : parts
    }
    guard own.count == 2, !own[0].contains("."), !own[0].contains("@"), isSegment(own[1]) else { return nil }
    return "pkg:github/" + own.map { encoded($0.lowercased()) }.joined(separator: "/") + suffix(version)
  }

  /// Host, owner and name of an address, without `.git`.
  private static func addressParts(_ location: String) -> [String]? {
    var text = location
    if text.hasPrefix("git@"), let colon = text.firstIndex(of: ":") {
      text = text[text.index(text.startIndex, offsetBy: 4)..<colon] + "/" + text[text.index(after: colon)...]
    } else if let start = text.firstRange(of: "://")?.upperBound {
      let rest = text[start...]
      let host = DependencyAddress.host(of: location)
      text = host + rest.drop { $0 != "/" }
    } else {
      return nil
    }
    if text.hasSuffix(".git") { text = String(text.dropLast(4)) }
    let parts = text.split(separator: "/").map(String.init)
    return parts.count >= 2 ? parts : nil
  }

  /// Whether a part says something: whoever reads a package URL may take `..` for a step upwards.
  private static func isSegment(_ part: String) -> Bool { !["", ".", ".."].contains(part) }

  private static func suffix(_ version: String?) -> String { version.map { "@" + encoded($0) } ?? "" }

  /// Percent-encodes everything but letters, digits and `.-_~`.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
