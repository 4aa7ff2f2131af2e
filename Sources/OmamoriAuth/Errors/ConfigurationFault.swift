/// What is wrong with the settings; found when they are made, not when they are needed.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum ConfigurationFault: Sendable, Hashable {
  /// No issuer is given, or it is not an https URL without query, fragment and dot segments.
  case noIssuer
  /// No audience is given.
  case noAudience
  /// No algorithm is given.
  case noAlgorithm
  /// Algorithms of secret and of public keys are allowed together.
  case mixedAlgorithms
  /// The leeway is negative, or more than 300 seconds.
  case leeway
  /// The redirect URI is not one that this kind of client may use.
  case redirectURI
  /// The client identifier is empty or malformed.
  case clientIdentifier
  /// A public client asks for what only one that proves itself may have.
  case clientAuthentication
  /// A scope is malformed.
  case scope
  /// The server does not offer the endpoint that this needs.
  case endpointMissing
  /// A lifetime is out of range.
  case lifetime
  /// A parameter is given that the library sets itself.
  case parameter
}
