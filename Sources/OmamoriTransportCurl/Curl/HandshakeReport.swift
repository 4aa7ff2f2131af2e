import CCurl
import OmamoriCore
import OmamoriTransport

/// What became known in a handshake, on its way from the callbacks to the one who waits.
final class HandshakeReport: Sendable {
  private struct State {
    var verdict: ConnectionVerdict?
    var isAskedForCertificate = false
  }

  private let state = Protected(State())

  /// The verdict that ended the handshake, if one did.
  var verdict: ConnectionVerdict? { state.withLock { $0.verdict } }

  /// Whether the server asked for a certificate that the client does not have.
  var isAskedForCertificate: Bool { state.withLock { $0.isAskedForCertificate } }

  /// Notes a verdict.
  func note(_ verdict: ConnectionVerdict) { state.withLock { $0.verdict = verdict } }

  /// Notes that the server asked.
  func noteCertificateRequest() { state.withLock { $0.isAskedForCertificate = true } }
}

/// Header lines as a list of libcurl's.
// because the list is freed with this value and belongs to it alone
@safe
final class HeaderLines {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  /// Makes a list; `nil` when there is no memory for it, or a line would end early.
  init?(_ lines: [String]) {
    for line in lines {
      guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
      // because libcurl copies the line
      guard let list = unsafe curl_slist_append(pointer, line) else { return nil }
      unsafe pointer = unsafe list
    }
  }

  deinit { unsafe curl_slist_free_all(pointer) }
}
