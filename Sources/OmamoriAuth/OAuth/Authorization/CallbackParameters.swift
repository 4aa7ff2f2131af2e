/// The parameters of a callback URL, each at most once.
struct CallbackParameters {
  static let greatestSize = 32 << 10
  static let greatestCount = 64

  private var values: [String: String] = [:]

  /// The parameters of a URL that came to a redirect URI.
  init(_ url: String, redirectURI: RedirectURI) throws(AuthError) {
    guard url.utf8.count <= Self.greatestSize, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .callback(.malformed)
    }
    let address = url.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
    guard address.elementsEqual(redirectURI.description.utf8) else { throw .callback(.wrongRedirectURI) }
    let rest = url.utf8.dropFirst(address.count)
    // Parameters in a fragment are those of a flow that is not offered.
    guard !rest.contains(0x23) else { throw .callback(.malformed) }
    try self.init(query: Substring(rest.dropFirst()))
  }

  /// The parameters of a query.
  init(query: Substring) throws(AuthError) {
    let fields = query.split(separator: "&")
    guard fields.count <= Self.greatestCount else { throw .callback(.malformed) }
    for field in fields {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Self.decoded),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else { throw .callback(.malformed) }
      guard values.updateValue(value, forKey: name) == nil else { throw .callback(.duplicateParameter) }
    }
  }

  /// A parameter; one without a value counts as missing (RFC 6749 §3.1).
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The names of the parameters of a query, in their order; one that cannot be decoded is taken as it is written.
  static func names(in query: String) -> [String] {
    query.split(separator: "&").map { field in
      let name = field.prefix { $0 != "=" }
      return decoded(name) ?? String(name)
    }
  }

  /// A name or value of a form without its escapes; `nil` for a stray `%` and for what is no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x2B: bytes.append(0x20)
      case 0x25:
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
