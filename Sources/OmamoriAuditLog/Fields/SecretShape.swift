/// What a text that should not be in a log looks like.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum SecretShape: String, Sendable, Hashable, CaseIterable {
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
