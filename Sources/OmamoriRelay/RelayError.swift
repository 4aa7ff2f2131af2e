public import OmamoriCore
public import OmamoriCrypto

/// Why a relay does not start or cannot answer.
///
/// It holds codes and kinds only, never a part of a request, a name or a path. A value; safe to share between threads.
@nonexhaustive
public enum RelayError: OmamoriError {
  /// The address cannot be listened on; `code` is the error number.
  case cannotListen(code: Int32)
  /// Another relay uses the folder.
  case inUse
  /// Others than its owner can use the folder.
  case insecureFolder
  /// A name for the certificate is neither a host name nor an address.
  case invalidName
  /// The store of the relay cannot be opened or written; `code` is SQLite's.
  case store(code: Int32)
  /// The relay's certificate or key cannot be made or read.
  case certificate
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a secret cannot be held.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
}
