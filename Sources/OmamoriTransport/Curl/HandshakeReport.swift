#if !canImport(Darwin)
import OmamoriCore

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
#endif
