/// The value of a `Set-Cookie` field, as far as its protection goes (RFC 6265bis, section 5.6); its content is not kept.
struct SetCookie: Sendable, Hashable {
  enum SameSite: Sendable { case strict, lax, none }

  /// What the name promises.
  enum Prefix: Sendable { case none, secure, host }

  private(set) var isSecure = false
  private(set) var isHTTPOnly = false
  private(set) var sameSite: SameSite?
  private(set) var hasDomain = false
  private(set) var path: String?
  let prefix: Prefix

  /// The greatest length that is read, in bytes.
  static let greatestSize = 8192

  init?(_ text: String) {
    guard text.utf8.count <= Self.greatestSize else { return nil }
    let parts = Array(text.utf8).split(separator: 0x3B, omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: 0x3D) else { return nil }
    let name = HeaderGrammar.lowercased(HeaderGrammar.trimmed(pair[..<equals]))
    guard !name.isEmpty else { return nil }
    prefix = name.hasPrefix("__host-") ? .host : name.hasPrefix("__secure-") ? .secure : .none
    for part in parts.dropFirst() {
      let end = part.firstIndex(of: 0x3D) ?? part.endIndex
      let value = HeaderGrammar.trimmed(part[end...].dropFirst())
      read(HeaderGrammar.lowercased(HeaderGrammar.trimmed(part[..<end])), value)
    }
  }

  /// Takes an attribute; of two of one name the last counts.
  private mutating func read(_ attribute: String, _ value: [UInt8]) {
    switch attribute {
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite":
      switch HeaderGrammar.lowercased(value) {
      case "strict": sameSite = .strict
      case "lax": sameSite = .lax
      case "none": sameSite = SameSite.none
      default: sameSite = nil
      }
    case "domain": hasDomain = !value.isEmpty
    case "path": path = String(decoding: value, as: UTF8.self)
    default: break
    }
  }

  /// Whether it keeps what its name promises.
  var keepsPromise: Bool {
    switch prefix {
    case .none: true
    case .secure: isSecure
    case .host: isSecure && !hasDomain && path == "/"
    }
  }
}
