public import OmamoriCore
public import OmamoriCrypto
public import OmamoriKeychain
public import OmamoriTransport

/// Why a token, a key or an answer was refused, or a login or a session cannot go on.
///
/// It holds codes, kinds and limits only, never a token, a code, a URL, a claim or a part of the refused input. A value;
/// safe to share between threads.
@nonexhaustive
public enum AuthError: OmamoriError {
  /// A token was refused.
  case token(TokenFault)
  /// A key or a key set was refused.
  case key(KeyFault)
  /// The settings contradict themselves or leave something out.
  case configuration(ConfigurationFault)
  /// The description that a server gives of itself was refused.
  case metadata(MetadataFault)
  /// What came back from the browser was refused.
  case callback(CallbackFault)
  /// The server refused the request; `status` is that of HTTP, where there was one.
  case server(ServerErrorCode, status: Int?)
  /// The server's answer cannot be used.
  case response(ResponseFault)
  /// The session cannot give a token.
  case session(SessionFault)
  /// A device's or an app's attestation was refused.
  case attestation(AttestationFault)
  /// The person was not authenticated.
  case person(AuthenticationOutcome)
  /// The shared database could not answer.
  case database(DatabaseFault)
  /// The connection failed, or the server was not the one that was asked for.
  case transport(TransportError)
  /// The keychain could not answer.
  case keychain(KeychainError)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a basic value cannot be read.
  case core(CoreError)
  /// The system refused a call, such as opening a port; `code` is its error number.
  case system(code: Int32)
  /// The platform has no such thing.
  case unsupported
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}
