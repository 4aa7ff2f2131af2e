/// What becomes of a value that looks like a secret, before it is sealed.
public enum SecretScreening: Sendable, Hashable, CaseIterable {
  /// Words such as `[redacted jwt]` stand in its place.
  case redact
  /// The event is refused with ``EventFault/containsSecret``.
  case refuse
}

extension SecretScreening {
  /// The value as it may stand in the log.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - shapes: What to look for.
  /// - Returns: The value, unchanged when nothing was found.
  /// - Throws: ``AuditLogError/event(_:)`` when something was found and is to be refused.
  func screened(
    _ value: AuditValue, for shapes: Set<SecretShape> = SecretShape.all
  ) throws(AuditLogError) -> AuditValue {
    let text: String
    switch value {
    case .text(let value): text = value
    case .integer(let number):
      guard number >= 1_000_000_000_000 else { return value }
      text = String(number)
    case .bytes(let bytes):
      guard bytes.count >= SecretFinder.shortest, let value = String(validating: bytes, as: UTF8.self) else {
        return value
      }
      text = value
    case .flag: return value
    }
    guard let redacted = try screened(text, for: shapes) else { return value }
    return .text(redacted)
  }

  /// The text with what was found taken out; `nil` when nothing was found.
  func screened(_ text: String, for shapes: Set<SecretShape>) throws(AuditLogError) -> String? {
    let found = SecretFinder.secrets(in: text, shapes)
    guard !found.isEmpty else { return nil }
    guard self == .redact else { throw .event(.containsSecret) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    for (range, shape) in found {
      result += bytes[end..<range.lowerBound]
      result += Array("[redacted \(shape.rawValue)]".utf8)
      end = range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}

extension SecretScreening {
  /// What would stand in a record in the place of a public value; nothing is recorded.
  ///
  /// - Parameter value: The value.
  /// - Returns: The value, with what looks like a secret taken out.
  /// - Throws: ``AuditLogError/event(_:)`` when something was found and is to be refused.
  package func trial(_ value: AuditValue) throws(AuditLogError) -> AuditValue { try screened(value) }
}

/// What a text that should not be in a log looks like.
@nonexhaustive
package enum SecretShape: String, Sendable, Hashable, CaseIterable {
  /// A JSON Web Token (RFC 7519): three parts of base64url with dots between them.
  case token = "jwt"
  /// A number of a payment card: 13 to 19 digits of a known issuer whose check digit (ISO/IEC 7812-1, Luhn) is right.
  case cardNumber = "card-number"
  /// A token after the word `Bearer` (RFC 6750).
  case bearer
  /// A private key in PEM (RFC 7468).
  case privateKey = "private-key"
  /// A key of a well-known service, told by its first characters.
  case accessKey = "access-key"
  /// An e-mail address.
  case email = "e-mail"

  /// All of them.
  static let all = Set(allCases)
}
