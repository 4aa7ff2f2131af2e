import OmamoriCore
import OmamoriCrypto

/// Compares a host with the names of its certificate (RFC 9525, section 6): alternative names alone, no common name.
///
/// A pattern is an asterisk that stands for the whole leftmost label, once, and at least two labels follow it. An asterisk
/// never stands for a label of a translated name (`xn--…` is compared as it is written).
enum CertificateNameMatch {
  /// Says whether one of the names is for the host.
  static func matches(_ host: HostName, _ names: [GeneralName]) -> Bool {
    guard let address = address(of: host) else {
      return names.contains { name in
        guard case .dns(let pattern) = name else { return false }
        return matches(host.description, pattern: pattern)
      }
    }
    return names.contains(.address(address))
  }

  /// Says whether a name in its one form fits a name or pattern of a certificate.
  static func matches(_ name: String, pattern: String) -> Bool {
    guard pattern.utf8.contains(UInt8(ascii: "*")) else { return lowercased(pattern) == name }
    guard isWellFormed(pattern), let dot = name.firstIndex(of: ".") else { return false }
    return lowercased(pattern.dropFirst()) == name[dot...]
  }

  /// Says whether a name of a certificate is a name of the domain name system or a pattern as it is accepted here.
  static func isWellFormed(_ pattern: String) -> Bool {
    var rest = pattern[...]
    let isWildcard = rest.hasPrefix("*.")
    if isWildcard { rest = rest.dropFirst(2) }
    guard !rest.hasSuffix("."), !rest.hasPrefix("["), let host = try? HostName(String(rest)), !host.isAddress
    else {
      return false
    }
    return !isWildcard || host.labels.count >= 2
  }

  /// The bytes of an address; `nil` for a name.
  static func address(of host: HostName) -> Data? {
    switch host.kind {
    case .name: nil
    case .addressV4: Data(host.description.split(separator: ".").compactMap { UInt8($0) })
    case .addressV6: addressV6(host.description)
    }
  }

  /// The bytes of an address in the form of RFC 5952, possibly with four decimal numbers at its end.
  private static func addressV6(_ text: String) -> Data? {
    let halves = groups(text)
    guard halves.count <= 2, let front = halves.first, let back = halves.last else { return nil }
    let missing = 16 - front.count - (halves.count == 2 ? back.count : 0)
    guard missing >= 0, halves.count == 2 || missing == 0 else { return nil }
    return halves.count == 2 ? front + Data(count: missing) + back : front
  }

  /// What is before and after `::`, or all of it.
  private static func groups(_ text: String) -> [Data] {
    var halves = [Data()]
    var pieces = text.split(separator: ":", omittingEmptySubsequences: false)[...]
    if pieces.first?.isEmpty == true { pieces.removeFirst() }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    for piece in pieces {
      if piece.isEmpty {
        halves.append(Data())
      } else if piece.contains(".") {
        halves[halves.count - 1] += piece.split(separator: ".").compactMap { UInt8($0) }
      } else if let group = UInt16(piece, radix: 16) {
        halves[halves.count - 1] += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return halves
  }

  /// In ASCII, the only letters that names of certificates have.
  static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
