public import OmamoriCore

/// Why a request or an examination of a server was not done, or was given up.
///
/// It holds codes, numbers and verdicts only, never a header, a body, a credential or a URL. A value; safe to share
/// between threads.
@nonexhaustive
public enum TransportError: OmamoriError {
  /// A host name or address cannot be read.
  case malformedHost
  /// The URL is not an absolute `https` URL without a user name.
  case malformedURL
  /// The endpoint leads to another host, port or scheme than the base URL.
  case endpointLeavesOrigin
  /// The policy contradicts itself.
  case policy(PolicyFault)
  /// No rule of the policy is for the host, and such hosts are refused.
  case hostNotListed
  /// The server was refused; the verdict says why.
  case refused(ConnectionVerdict)
  /// The server and the policy have no version or cipher suite of TLS in common, or the handshake broke off.
  case handshakeFailed(alert: UInt8?)
  /// What answers on the port does not speak TLS, or breaks its rules from the first record on.
  case notTLS
  /// The proxy did not open a tunnel to the server and answered with this status, such as 407.
  case proxyRefused(status: Int)
  /// The server asks for a client certificate, and there is none or it was refused.
  case clientCertificateNeeded
  /// The client identity cannot be used.
  case clientIdentity
  /// The server sent more certificates than are taken.
  case chainTooLong
  /// The name of the server cannot be resolved.
  case nameNotResolved
  /// The server cannot be reached.
  case notConnected
  /// The connection broke.
  case connectionLost
  /// It took too long.
  case timedOut
  /// The caller cancelled.
  case cancelled
  /// Too many requests wait in the session.
  case busy
  /// The session was closed.
  case closed
  /// The redirect is not allowed.
  case redirectRefused
  /// The response is larger than this many bytes.
  case responseTooLarge(limit: Int)
  /// The response is not HTTP, or its header is malformed.
  case malformedResponse
  /// The status is not one that was asked for.
  case status(Int)
  /// The body is not of the media type that was asked for.
  case unexpectedMediaType
  /// The body cannot be decoded.
  case undecodableBody
  /// The body of the request cannot be encoded or read.
  case unreadableBody
  /// A header field's name or value is not allowed.
  case headerNotAllowed
  /// A response lacks security header fields that the policy asks for, or they are wrong.
  case insecureHeaders([HeaderFinding])
  /// A document cannot be read; `line` is counted from 1 where it is known.
  case malformedDocument(line: Int?)
  /// A signed document is not signed by the key, or was changed.
  case signatureInvalid
  /// A signed document is older than the one that is known.
  case rolledBack(expected: UInt64, found: UInt64)
  /// A signed document has expired, or was made in the future.
  case notCurrent
  /// A signed pin set has pins for none of the patterns that may be updated.
  case noUpdatablePattern
  /// A secret store could not answer.
  case secretStore(SecretStoreProblem)
  /// A file could not be read or written; `code` is the system's error number.
  case file(code: Int32)
  /// This system cannot do it.
  case unsupported
  /// A library failed in a way that valid use does not cause.
  case backend(code: Int)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}
