import OmamoriCore
import OmamoriTransport

/// The fields of a form, in order, each name once; written as RFC 6749 appendix B asks.
///
/// The serializer is that of WHATWG URL §5.2: letters, digits, `*`, `-`, `.` and `_` stand for themselves, a space becomes
/// `+`, and every other byte is escaped. Prints its names only.
struct FormFields: Sendable {
  private(set) var names: [String] = []
  private var values: [String: SecretText] = [:]

  /// Sets a field; a later value takes the place of an earlier one.
  subscript(name: String) -> SecretText? {
    get { values[name] }
    set {
      if values[name] == nil, newValue != nil { names.append(name) }
      if newValue == nil { names.removeAll { $0 == name } }
      values[name] = newValue
    }
  }

  /// Sets a field to a text that is no secret.
  mutating func set(_ name: String, _ value: String?) {
    if let value { self[name] = SecretText(copying: value) }
  }

  /// The form as it is sent.
  var encoded: String {
    names.map { Self.encode($0) + "=" + Self.encode(values[$0]?.reveal() ?? "") }.joined(separator: "&")
  }

  /// The form as a body that is sent once: what is in it, such as a code or a refresh token, may be good for one time.
  var body: RequestBody { .once(.form) { Data(encoded.utf8) } }

  /// A text as it stands in a form.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
      case 0x20: bytes.append(0x2B)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FormFields: RedactedDescription {
  var description: String { names.joined(separator: "&") }
}

/// Which characters the texts of OAuth have (RFC 6749 appendix A).
enum FormText {
  /// Visible characters and the space.
  static func isVisible(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Visible characters without the space, as in a header field's credentials.
  static func isCredential(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  /// One scope.
  static func isScope(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
  }

  /// Scopes as one text; `nil` for none.
  static func scope(_ scopes: [String]) throws(AuthError) -> String? {
    guard scopes.count <= 256, scopes.allSatisfy(isScope) else { throw .configuration(.scope) }
    return scopes.isEmpty ? nil : scopes.joined(separator: " ")
  }
}

extension RequestURL {
  /// The URL with parameters behind those that it has, written as a form.
  func adding(_ items: [QueryItem]) throws(AuthError) -> RequestURL {
    let added = items.map { FormFields.encode($0.name) + "=" + FormFields.encode($0.value ?? "") }
    let query = (query.map { [$0] } ?? []) + added
    return try AuthError.transporting { () throws(TransportError) in
      try resolve("?" + query.joined(separator: "&"))
    }
  }
}
