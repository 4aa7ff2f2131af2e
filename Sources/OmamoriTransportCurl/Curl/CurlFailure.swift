import CCurl
import OmamoriCore
import OmamoriTransport

/// What an error of libcurl means to the caller.
enum CurlFailure {
  /// The error for a code.
  ///
  /// - Parameters:
  ///   - code: libcurl's code.
  ///   - text: What libcurl says about it, of which OpenSSL's error number is read.
  ///   - refusal: The verdict that kept the request from being sent.
  ///   - proxyStatus: What the proxy answered when it was asked for a tunnel; 0 for nothing.
  ///   - isHeadComplete: Whether the server answered.
  ///   - isBodyInMemory: Whether the body of the request is bytes in memory, or none.
  ///   - isAskedForCertificate: Whether the server asked for a client certificate that there is not.
  ///   - limits: How much is taken from a server.
  /// - Returns: The error.
  static func error(
    _ code: CURLcode, text: String, refusal: ConnectionVerdict?, proxyStatus: Int, isHeadComplete: Bool,
    isBodyInMemory: Bool, isAskedForCertificate: Bool, limits: ResponseLimits
  ) -> TransportError {
    if let refusal { return .refused(refusal) }
    // libcurl's own limit for a line, which it names like a lack of memory.
    if code == CURLE_OUT_OF_MEMORY, !isHeadComplete { return .responseTooLarge(limit: limits.headerBytes) }
    // Its word for a chunk whose size or whose trailer it cannot read.
    if code == CURLE_BAD_FUNCTION_ARGUMENT, isHeadComplete { return .malformedResponse }
    // Without a tunnel nothing was asked of the server.
    if proxyStatus >= 300, !isHeadComplete { return .proxyRefused(status: proxyStatus) }
    // A kept-alive connection that ended after the request is no fault of such a body; libcurl did not begin it again.
    let isLost = code == CURLE_SEND_FAIL_REWIND && isBodyInMemory
    let error = isLost ? TransportError.connectionLost : error(code, text: text)
    switch error {
    case .connectionLost, .handshakeFailed:
      return isAskedForCertificate && !isHeadComplete ? .clientCertificateNeeded : error
    default: return error
    }
  }

  private static func error(_ code: CURLcode, text: String) -> TransportError {
    let alert = alert(in: text)
    if let alert, certificateAlerts.contains(alert), code != CURLE_PEER_FAILED_VERIFICATION {
      return .clientCertificateNeeded
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .nameNotResolved
    case CURLE_COULDNT_CONNECT: return .notConnected
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_SSL_CONNECT_ERROR where reason(in: text) == wrongVersionNumber: return .notTLS
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_INITFAILED:
      return .handshakeFailed(alert: alert)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM,
      CURLE_SSL_SHUTDOWN_FAILED:
      return alert == nil || code != CURLE_RECV_ERROR ? .connectionLost : .handshakeFailed(alert: alert)
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
      return .malformedResponse
    case CURLE_SEND_FAIL_REWIND, CURLE_READ_ERROR: return .unreadableBody
    case CURLE_OUT_OF_MEMORY: return .backend(code: Int(code.rawValue))
    default: return .backend(code: Int(code.rawValue))
    }
  }

  /// Alerts by which a server says that it wants another client certificate, or any (RFC 8446, section 6.2).
  private static let certificateAlerts: Set<UInt8> = [41, 42, 43, 44, 45, 46, 48, 116]

  /// OpenSSL's reason for an answer that does not begin as a record of TLS (SSL_R_WRONG_VERSION_NUMBER).
  private static let wrongVersionNumber = 267

  /// The alert in a text such as `error:0A000410:SSL routines::…`.
  ///
  /// Errors of OpenSSL's TLS part from 1000 on are the server's alerts (SSL_AD_REASON_OFFSET).
  static func alert(in text: String) -> UInt8? {
    guard let reason = reason(in: text), (1000...1255).contains(reason) else { return nil }
    return UInt8(reason - 1000)
  }

  /// The reason in such a text, when it is of OpenSSL's TLS part (20).
  private static func reason(in text: String) -> Int? {
    let bytes = Array(text.utf8)
    let mark = Array("error:".utf8)
    guard bytes.count >= mark.count + 8 else { return nil }
    for start in 0...(bytes.count - mark.count - 8) where bytes[start...].starts(with: mark) {
      let digits = String(decoding: bytes[(start + mark.count)..<(start + mark.count + 8)], as: UTF8.self)
      guard let number = UInt32(digits, radix: 16), number >> 23 & 0xFF == 20 else { continue }
      return Int(number & 0x7F_FFFF)
    }
    return nil
  }
}
