import CTLS
import OmamoriCore
import OmamoriTransport

extension TrustFault {
  /// The fault that an error of OpenSSL's path validation stands for; `nil` for no error.
  init?(verificationError code: Int32, depth: Int) {
    switch code {
    case X509_V_OK: return nil
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED:
      self = .untrustedRoot
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: self = .selfSigned
    case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired(depth: depth)
    case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid(depth: depth)
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .wrongHost
    case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE,
      X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_NO_ISSUER_PUBLIC_KEY,
      X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD,
      X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH:
      self = .malformed(depth: depth)
    case X509_V_ERR_INVALID_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_KEYUSAGE_NO_CERTSIGN,
      X509_V_ERR_INVALID_NON_CA:
      self = .notAnAuthority(depth: depth)
    case X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_KEYUSAGE_NO_DIGITAL_SIGNATURE: self = .wrongUse(depth: depth)
    case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
      X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
      X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
      self = .nameConstraint(depth: depth)
    case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_EC_KEY_EXPLICIT_PARAMS:
      self = .weakKey(depth: depth)
    case X509_V_ERR_CA_MD_TOO_WEAK: self = .weakSignature(depth: depth)
    case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: self = .unknownCriticalExtension(depth: depth)
    default:
      guard nonconformities.contains(code) else {
        self = .other(code: Int(code))
        return
      }
      self = .nonconforming(depth: depth)
    }
  }
}

/// Rules of RFC 5280 that OpenSSL checks when it is strict, and extensions that it cannot read.
private let nonconformities: Set<Int32> = [
  X509_V_ERR_INVALID_EXTENSION, X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY,
  X509_V_ERR_UNSUPPORTED_EXTENSION_FEATURE, X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM,
  X509_V_ERR_SIGNATURE_ALGORITHM_INCONSISTENCY, X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA,
  X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN, X509_V_ERR_KU_KEY_CERT_SIGN_INVALID_FOR_NON_CA,
  X509_V_ERR_ISSUER_NAME_EMPTY, X509_V_ERR_SUBJECT_NAME_EMPTY, X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER,
  X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER, X509_V_ERR_EMPTY_SUBJECT_ALT_NAME,
  X509_V_ERR_EMPTY_SUBJECT_SAN_NOT_CRITICAL, X509_V_ERR_CA_BCONS_NOT_CRITICAL,
  X509_V_ERR_AUTHORITY_KEY_IDENTIFIER_CRITICAL, X509_V_ERR_SUBJECT_KEY_IDENTIFIER_CRITICAL,
  X509_V_ERR_CA_CERT_MISSING_KEY_USAGE, X509_V_ERR_EXTENSIONS_REQUIRE_VERSION_3,
  X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED, X509_V_ERR_PATH_LOOP,
]

// because the connection is used during the calls only, and what it gives is copied
extension ConnectionFacts {
  /// Reads the facts of a connection whose handshake is over.
  ///
  /// - Parameter connection: An `SSL`.
  package init(of connection: OpaquePointer) {
    let version = UInt16(truncatingIfNeeded: unsafe SSL_version(connection))
    let cipher = unsafe SSL_get_current_cipher(connection)
    let name = unsafe SSL_CIPHER_standard_name(cipher).map { unsafe String(cString: $0) }
    let hasSecret = unsafe omamori_tls_has_extended_master_secret(connection) == 1
    self.init(
      version: version, cipherSuite: name ?? "",
      hasExtendedMasterSecret: version >= 0x0304 || hasSecret,
      isResumed: unsafe SSL_session_reused(connection) == 1,
      applicationProtocol: unsafe Self.applicationProtocol(of: connection),
      stapledStatus: unsafe StapledStatus.read(from: connection))
  }

  private static func applicationProtocol(of connection: OpaquePointer) -> String? {
    var name: UnsafePointer<UInt8>?
    var size: UInt32 = 0
    unsafe SSL_get0_alpn_selected(connection, &name, &size)
    guard let name = unsafe name, size > 0 else { return nil }
    // because OpenSSL keeps the name as long as the connection
    return unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(size)), as: UTF8.self)
  }
}
