import Glibc

/// A name in a certificate: a host's, or an address.
enum CertificateName: Sendable, Hashable {
  case host(String)
  case address(String)

  /// The names that every relay's certificate has.
  static let own: [CertificateName] = [.host("localhost"), .address("127.0.0.1"), .address("::1")]

  /// Reads a name; `nil` unless it is an address or a host name of letters, digits, hyphens and dots.
  init?(_ text: String) {
    var room = in6_addr()
    // because the text outlives the call and the room is large enough for an address of both families
    if unsafe inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1 {
      self = .address(text)
      return
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { Self.isAllowed($0) }
    }
    // A last label of digits would make it a broken address.
    guard isName, text.utf8.count <= 253, labels.last?.allSatisfy(\.isNumber) == false else { return nil }
    self = .host(text.lowercased())
  }

  /// As OpenSSL's notation of alternative names has it.
  var notation: String {
    switch self {
    case .host(let name): "DNS:\(name)"
    case .address(let text): "IP:\(text)"
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
    default: false
    }
  }
}
