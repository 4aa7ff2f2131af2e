public import OmamoriCore
public import OmamoriCrypto

/// Why an event is not recorded, or a log cannot be read, checked or handed on.
///
/// It holds places, codes and kinds only, never a part of an event, a key or a path. A value; safe to share between
/// threads.
@nonexhaustive
public enum AuditLogError: OmamoriError {
  /// The event cannot be recorded.
  case event(EventFault)
  /// The log cannot be read.
  case format(LogFormatFault)
  /// The log cannot be written.
  case storage(LogStorageFault)
  /// A key cannot be used.
  case key(LogKeyFault)
  /// An anchor outside the log cannot answer, or contradicts it.
  case anchor(AnchorFault)
  /// The log cannot be handed on.
  case delivery(DeliveryProblem)
  /// A cryptographic operation failed.
  case cryptography(CryptoError)
  /// There is no randomness, or a secret store cannot answer.
  case core(CoreError)
  /// The system refused a call; `code` is its error number.
  case system(code: Int32)
  /// The caller cancelled.
  case cancelled
  /// It took too long.
  case timedOut
}
