/// How a handshake with a server that is examined ended.
///
/// A value; safe to share between threads.
@nonexhaustive
public enum HandshakeOutcome: Sendable, Hashable {
  /// It was completed, or would have been with a client certificate.
  case completed(HandshakeFacts)
  /// The server refused it with this alert (RFC 8446, section 6), such as 40 or 70.
  case refused(alert: UInt8)
  /// The server ended the connection without an alert.
  case closed
  /// The server does not speak TLS on this port.
  case notTLS(PlainProtocol?)
  /// The server broke a rule of TLS, or used what is not supported; `reason` is OpenSSL's number.
  case broken(reason: Int)
  /// It took too long.
  case timedOut
  /// The server could be reached before, and not this time.
  case notConnected

  /// The facts of a handshake that was completed.
  public var facts: HandshakeFacts? {
    if case .completed(let facts) = self { facts } else { nil }
  }
}
