#if !canImport(Darwin)
import OmamoriCore

/// Judges the servers of a session's connections; the seam between the engine and TLS.
protocol ServerGuard: Sendable {
  /// Prepares a new connection: trusts what the policy of the host trusts and nothing else, judges in the handshake.
  ///
  /// - Parameters:
  ///   - context: The connection's `SSL_CTX`.
  ///   - policy: What the policy asks of the host.
  ///   - report: Hears the verdict of a handshake that is refused.
  /// - Throws: A ``TransportError`` when the connection must not be made.
  func prepare(_ context: OpaquePointer, for policy: HostPolicy, report: HandshakeReport) throws(TransportError)

  /// Judges a connection before a request goes over it, whether it is new, reused or resumed.
  ///
  /// - Parameters:
  ///   - connection: The connection's `SSL`.
  ///   - policy: What the policy asks of the host.
  /// - Returns: The verdict, and whether it is the first on this connection.
  func judge(_ connection: OpaquePointer, for policy: HostPolicy) -> (verdict: ConnectionVerdict, isFirst: Bool)
}
#endif
