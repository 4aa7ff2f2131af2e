import CTLS
import Glibc
import OmamoriCore
package import OmamoriCrypto
package import OmamoriTransport

/// The roots of a policy as OpenSSL wants them, read once.
///
/// The environment variables that OpenSSL's own defaults obey (`SSL_CERT_FILE`, `SSL_CERT_DIR`) are not looked at.
/// Never changes; safe to use from any thread.
@safe
// because OpenSSL locks a store and counts references, and nothing is added to it after `init`
package final class AnchorStore: @unchecked Sendable {
  private let store: OpaquePointer
  /// The roots that the policy gives, which are examined like any certificate; those of the system are taken as they are.
  private let given: Set<Certificate>

  /// The roots that Debian's package ca-certificates puts together.
  package static let systemFile = "/etc/ssl/certs/ca-certificates.crt"

  /// Reads the roots.
  ///
  /// - Parameters:
  ///   - anchors: The roots.
  ///   - systemFile: Where the roots of the system are, in PEM.
  /// - Throws: `TransportError.file(code:)` when the roots of the system cannot be read,
  ///   `TransportError.policy(_:)` when there is none, and `TransportError.backend(code:)` for one that OpenSSL
  ///   cannot read.
  package init(_ anchors: TrustAnchors, systemFile: String = AnchorStore.systemFile) throws(TransportError) {
    guard let store = unsafe X509_STORE_new() else { throw TLSFailure.take() }
    unsafe self.store = unsafe store
    let isSystemTrusted: Bool
    switch anchors {
    case .system: (given, isSystemTrusted) = ([], true)
    case .only(let certificates): (given, isSystemTrusted) = (Set(certificates), false)
    case .systemAnd(let certificates): (given, isSystemTrusted) = (Set(certificates), true)
    }
    if isSystemTrusted { try loadSystemRoots(systemFile) }
    try add(given)
    guard unsafe omamori_store_count(store) > 0 else { throw .policy(.noAnchors) }
  }

  deinit { unsafe X509_STORE_free(store) }

  /// How many roots there are.
  package var count: Int { Int(unsafe omamori_store_count(store)) }

  /// Whether the policy gives this root.
  package func gives(_ root: Certificate) -> Bool { given.contains(root) }

  /// Calls `body` with the store, which must not be changed.
  func withStore<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    let result = unsafe body(store)
    return withExtendedLifetime(self) { result }
  }

  private func loadSystemRoots(_ path: String) throws(TransportError) {
    guard unsafe access(path, R_OK) == 0 else { throw .file(code: errno) }
    guard unsafe X509_STORE_load_file(store, path) == 1 else { throw TLSFailure.take() }
  }

  private func add(_ certificates: Set<Certificate>) throws(TransportError) {
    for certificate in certificates {
      guard let parsed = X509Handle(certificate.derRepresentation) else { throw TLSFailure.take() }
      let isAdded = unsafe parsed.withPointer { unsafe X509_STORE_add_cert(store, $0) == 1 }
      guard isAdded else { throw TLSFailure.take() }
    }
  }
}
