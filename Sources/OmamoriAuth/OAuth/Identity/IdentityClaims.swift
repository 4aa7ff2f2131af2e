/// What an identity token says about a login (OpenID Connect Core §2).
///
/// Prints nothing of it. A value; safe to share between threads.
public struct IdentityClaims: TokenClaims {
  /// The greatest size of a subject, in bytes.
  public static let greatestSubjectSize = 255

  /// Who logged in, for this issuer; never an address, which may go to somebody else.
  public let subject: String
  /// When the person proved who it is, if the server says so.
  public let authenticationTime: NumericDate?
  /// The kind of that proof.
  public let authenticationContext: String?
  /// How the person proved it, such as `pwd`.
  public let authenticationMethods: [String]
  /// The value that binds the token to one login, if it has one.
  public let nonce: String?
  /// All claims.
  public let all: ClaimSet
  let accessTokenHash: String?
  let codeHash: String?

  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)`` when one of them is missing or not of its type.
  public init(_ claims: ClaimSet) throws(AuthError) {
    subject = try claims.required("sub", claims.text("sub"))
    guard (1...Self.greatestSubjectSize).contains(subject.utf8.count) else {
      throw .token(.claimMalformed(.subject))
    }
    authenticationTime = try claims.date("auth_time")
    authenticationContext = try claims.text("acr")
    authenticationMethods = try claims.texts("amr") ?? []
    nonce = try claims.text("nonce")
    accessTokenHash = try claims.text("at_hash")
    codeHash = try claims.text("c_hash")
    all = claims
  }
}

extension IdentityClaims: CustomStringConvertible, CustomReflectable {
  /// Fixed words.
  public var description: String { "identity claims" }
  /// A mirror without the claims.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
