import CTLS
package import OmamoriCore
import OmamoriCrypto
package import OmamoriTransport

/// Makes TLS connections of OpenSSL's, libcurl's among them, obey a ``ChainValidator``.
///
/// A handshake asks it before anything else is sent. Afterwards, and before each request on a connection that is used
/// again or a session that was resumed, ``result(of:)`` says what holds of the connection now. Safe to use from any
/// thread.
// because connections are used during the calls only, and a context holds its verifier until it is freed
package final class TLSVerifier: Sendable {
  /// Who validates.
  package let validator: ChainValidator
  private let clock: any WallClock
  private let admits: @Sendable (ValidationResult) -> Bool

  /// Makes a verifier for the connections to one host.
  ///
  /// - Parameters:
  ///   - validator: Who validates.
  ///   - clock: The time at which certificates must be valid.
  ///   - admits: Decides whether a handshake goes on, on the thread that does it; only an examination that sends
  ///     nothing may let a chain pass that is not trusted.
  package init(
    validator: ChainValidator, clock: any WallClock = SystemWallClock(),
    admits: @escaping @Sendable (ValidationResult) -> Bool = \.isTrusted
  ) {
    (self.validator, self.clock, self.admits) = (validator, clock, admits)
  }

  /// Lets an `SSL_CTX` ask this verifier about every server; the context keeps it.
  ///
  /// - Throws: `TransportError.backend(code:)`.
  package func install(on context: OpaquePointer) throws(TransportError) {
    guard unsafe ExtraData.hold(self, by: context) else { throw TLSFailure.take() }
    // because the context holds the verifier until it is freed
    let pointer = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    unsafe SSL_CTX_set_cert_verify_callback(context, { unsafe verifyChain($0, $1) }, pointer)
    unsafe omamori_tls_watch_status(context) { connection, _ in
      if let connection = unsafe connection { unsafe StapledStatus.keep(of: connection) }
      return 1
    }
  }

  /// What holds of a connection now: what its handshake found, or for a resumed session and for other hosts and
  /// requirements what a new validation of the server's certificates finds; then the stapled status and the facts.
  ///
  /// - Parameter connection: An `SSL` whose handshake is over.
  /// - Returns: The chain, or everything against it; kept with the connection, so that asking again costs little.
  package func result(of connection: OpaquePointer) -> ValidationResult {
    let now = clock.date
    if let found = unsafe ExtraData.object(of: connection, as: ConnectionFinding.self),
      found.isAbout(validator, now)
    {
      return found.isComplete ? found.result : unsafe complete(found.result, connection, at: now)
    }
    return unsafe complete(validateAgain(connection, at: now), connection, at: now)
  }

  /// Keeps the session of a connection that is refused from being resumed, by which the server's old certificate would
  /// come back as long as its tickets last.
  ///
  /// Tickets that are still on their way would be new sessions, so the connection's context takes no more of them.
  static func forgetSession(of connection: OpaquePointer) {
    // because the context belongs to this connection alone and lives as long as it
    unsafe _ = SSL_CTX_ctrl(
      SSL_get_SSL_CTX(connection), SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
    guard let session = unsafe SSL_get_session(connection) else { return }
    unsafe _ = SSL_CTX_remove_session(SSL_get_SSL_CTX(connection), session)
  }

  /// Adds what is known after the handshake, and keeps it.
  private func complete(
    _ chain: ValidationResult, _ connection: OpaquePointer, at now: Date
  ) -> ValidationResult {
    let result = chain.adding(unsafe handshakeFaults(of: connection, chain: chain, at: now))
    _ = unsafe ExtraData.hold(
      ConnectionFinding(result, isComplete: true, of: validator, at: now), byConnection: connection)
    return result
  }

  /// A new validation of the certificates that the server sent in this or, of a resumed session, in the first handshake.
  private func validateAgain(_ connection: OpaquePointer, at now: Date) -> ValidationResult {
    guard let leaf = unsafe SSL_get0_peer_certificate(connection) else {
      return ValidationResult(chain: nil, faults: [.untrustedRoot])
    }
    return unsafe validator.validate(leaf: leaf, others: SSL_get_peer_cert_chain(connection), at: now)
  }

  private func handshakeFaults(
    of connection: OpaquePointer, chain: ValidationResult, at now: Date
  ) -> [TrustFault] {
    let facts = unsafe ConnectionFacts(of: connection)
    return Self.faults(of: facts, chain: chain.chain, validator.requirements, at: now)
  }

  /// What requirements have against a handshake and the status that was stapled to it.
  static func faults(
    of facts: ConnectionFacts, chain: TrustedChain?, _ requirements: CertificateRequirements, at now: Date
  ) -> [TrustFault] {
    var faults: [TrustFault] = []
    if requirements.requiresExtendedMasterSecret, !facts.hasExtendedMasterSecret {
      faults.append(.noExtendedMasterSecret)
    }
    if let certificates = chain?.certificates {
      faults += stapleFaults(certificates, facts.stapledStatus, requirements, at: now)
    }
    return faults
  }

  private static func stapleFaults(
    _ certificates: [Certificate], _ response: Data?, _ requirements: CertificateRequirements, at now: Date
  ) -> [TrustFault] {
    guard let leaf = certificates.first else { return [] }
    guard let response else {
      let isDemanded = requirements.honorsMustStaple && demandsStaple(leaf)
      return isDemanded || requirements.requiresStaple ? [.stapleMissing] : []
    }
    let issuer = certificates.count > 1 ? certificates[1] : leaf
    switch StapleExamination(certificate: leaf, issuer: issuer, moment: now).outcome(of: response) {
    case .good: return []
    case .revoked: return [.revoked(depth: 0)]
    case .invalid: return [.stapleInvalid]
    }
  }

  /// Whether a certificate has the extension of RFC 7633; one that cannot be read is taken for one that has.
  private static func demandsStaple(_ certificate: Certificate) -> Bool {
    guard let details = try? CertificateDetails(certificate) else { return true }
    return details.extensions.requiresStaple
  }

  /// What the callback of OpenSSL comes to.
  fileprivate func verify(_ verification: OpaquePointer) -> Bool {
    guard let leaf = unsafe X509_STORE_CTX_get0_cert(verification) else { return false }
    let now = clock.date
    let result = unsafe validator.validate(
      leaf: leaf, others: X509_STORE_CTX_get0_untrusted(verification), at: now)
    if let connection = unsafe omamori_verification_connection(verification) {
      _ = unsafe ExtraData.hold(
        ConnectionFinding(result, isComplete: false, of: validator, at: now), byConnection: connection)
    }
    return admits(result)
  }
}

private func verifyChain(_ verification: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  guard let verification = unsafe verification, let argument = unsafe argument else { return 0 }
  // because `install` put it there, and the `SSL_CTX` holds it as long as it makes handshakes
  let verifier = unsafe Unmanaged<TLSVerifier>.fromOpaque(argument).takeUnretainedValue()
  let isAdmitted = unsafe verifier.verify(verification)
  unsafe X509_STORE_CTX_set_error(
    verification, isAdmitted ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION)
  return isAdmitted ? 1 : 0
}
