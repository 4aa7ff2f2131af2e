/// Gives the keys that a token may have been signed with; a port.
///
/// What a header says is not verified: an implementation may look for the name of a key in what its owner configured,
/// and never follows a URL or uses a key that a header brings. Safe to use from any thread.
public protocol KeySource: Sendable {
  /// The keys among which the verifier chooses.
  ///
  /// - Parameter header: The unverified header of the token.
  /// - Returns: The keys.
  /// - Throws: ``AuthError`` when they cannot be had.
  func keys(for header: TokenHeader) async throws(AuthError) -> JSONWebKeySet
}
