public import OmamoriCore
public import OmamoriCrypto

/// Why the state of the device cannot be told, or a protection or a way to ask the person is not there.
///
/// It holds codes and kinds only, never a path, a name or a part of what was looked at. A value; safe to share between
/// threads.
@nonexhaustive
public enum DeviceError: OmamoriError {
  /// A process cannot be looked at.
  case process(ProcessFault)
  /// A protection is not in place.
  case hardening(HardeningFault)
  /// The person cannot be asked, or did not pass.
  case authentication(AuthenticationFault)
  /// A store's receipt was refused.
  case receipt(ReceiptFault)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a basic value cannot be read.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
  /// The platform has no such thing.
  case unsupported
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}
