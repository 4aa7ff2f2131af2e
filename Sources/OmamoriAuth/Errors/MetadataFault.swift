/// Why the description that a server gives of itself was refused.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum MetadataFault: Sendable, Hashable {
  /// It is not a metadata document.
  case malformed
  /// It is about another issuer.
  case issuerMismatch
  /// An endpoint is not an https URL.
  case endpointInsecure
  /// The query of the authorization endpoint has a parameter twice, or one that the login sets (RFC 6749 §3.1).
  case endpointParameter
  /// The server does not state that it takes PKCE with S256.
  case proofKeyUnsupported
  /// The server has no metadata document.
  case unavailable
}
