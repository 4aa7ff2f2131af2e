/// The claims of a token as an application wants them.
///
/// Only a verifier calls the initialiser, with the claims of a token whose signature, issuer, audience and times were
/// found to be right.
public protocol TokenClaims: Sendable {
  /// Reads the claims.
  ///
  /// - Parameter claims: All claims of the token.
  /// - Throws: ``AuthError/token(_:)``, as the methods of ``ClaimSet`` do.
  init(_ claims: ClaimSet) throws(AuthError)
}
