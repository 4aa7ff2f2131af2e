import CTLS
import Glibc
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// A successful OCSP response that OpenSSL has read.
// because the pointer is freed with this value and belongs to it alone
@safe
struct StatusResponse: ~Copyable {
  private let basic: OpaquePointer

  /// Reads a response in DER; `nil` unless all of it is one that has an answer.
  init?(_ der: Data) {
    let basic = unsafe der.withUnsafeBytes { bytes -> OpaquePointer? in
      let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      var position = unsafe start
      guard let response = unsafe d2i_OCSP_RESPONSE(nil, &position, bytes.count) else { return nil }
      defer { unsafe OCSP_RESPONSE_free(response) }
      guard unsafe position == start?.advanced(by: bytes.count),
        unsafe OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL
      else { return nil }
      return unsafe OCSP_response_get1_basic(response)
    }
    guard let basic = unsafe basic else { return nil }
    unsafe self.basic = unsafe basic
  }

  deinit { unsafe OCSP_BASICRESP_free(basic) }

  /// Whether the issuer signed it, or a responder whose certificate the issuer signed for that use.
  func isSigned(for issuer: OpaquePointer, at moment: Date) -> Bool {
    guard usesGoodDigest, let store = unsafe X509_STORE_new() else { return false }
    defer { unsafe X509_STORE_free(store) }
    guard let certificates = CertificateStack(), unsafe certificates.appendPointer(issuer),
      unsafe X509_STORE_add_cert(store, issuer) == 1, let parameters = unsafe X509_STORE_get0_param(store)
    else { return false }
    unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(moment.timeIntervalSince1970.rounded(.down)))
    // 112 bits: a responder's key and certificate are as strong as the server's must be.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    return unsafe certificates.withPointer {
      unsafe OCSP_basic_verify(basic, $0, store, UInt(OCSP_PARTIAL_CHAIN)) == 1
    }
  }

  /// Whether the signature's digest is none of the broken ones.
  private var usesGoodDigest: Bool {
    guard let algorithm = unsafe OCSP_resp_get0_tbs_sigalg(basic) else { return false }
    var name: OpaquePointer?
    unsafe X509_ALGOR_get0(&name, nil, nil, algorithm)
    var digest: Int32 = 0
    guard unsafe OBJ_find_sigid_algs(OBJ_obj2nid(name), &digest, nil) == 1 else { return false }
    return ![NID_md5, NID_sha1, NID_md2, NID_md4].contains(digest)
  }

  /// What it says of a certificate.
  func outcome(
    for leaf: OpaquePointer, of issuer: OpaquePointer, at moment: Date
  ) -> StapleExamination.Outcome {
    for index in 0..<min(unsafe OCSP_resp_count(basic), 64) {
      guard let single = unsafe OCSP_resp_get0(basic, index), unsafe isAbout(leaf, issuer, single) else {
        continue
      }
      var (update, next):
        (UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?, UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?)
      unsafe (update, next) = (nil, nil)
      let status = unsafe OCSP_single_get0_status(single, nil, nil, &update, &next)
      guard unsafe isCurrent(from: update, to: next, moment) else { return .invalid }
      switch status {
      case V_OCSP_CERTSTATUS_GOOD: return .good
      case V_OCSP_CERTSTATUS_REVOKED: return .revoked
      default: return .invalid
      }
    }
    return .invalid
  }

  private func isAbout(_ leaf: OpaquePointer, _ issuer: OpaquePointer, _ single: OpaquePointer) -> Bool {
    guard let identifier = unsafe OCSP_SINGLERESP_get0_id(single) else { return false }
    var digestName: OpaquePointer?
    guard unsafe OCSP_id_get0_info(nil, &digestName, nil, nil, identifier) == 1,
      let digest = unsafe EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(digestName))),
      let wanted = unsafe OCSP_cert_to_id(digest, leaf, issuer)
    else { return false }
    defer { unsafe OCSP_CERTID_free(wanted) }
    return unsafe OCSP_id_cmp(identifier, wanted) == 0
  }

  private func isCurrent(
    from update: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?,
    to next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?, _ moment: Date
  ) -> Bool {
    let now = time_t(moment.timeIntervalSince1970.rounded(.down))
    let difference = StapleExamination.greatestClockDifference
    // Without an end, newer news may be had at any time, so a staple must have one.
    guard let update = unsafe update, let next = unsafe next else { return false }
    // because -2 stands for a time that cannot be read
    let (begin, end) = unsafe (
      ASN1_TIME_cmp_time_t(update, now + difference), ASN1_TIME_cmp_time_t(next, now - difference)
    )
    return (-1...0).contains(begin) && (0...1).contains(end)
  }
}

/// The stapled OCSP response of a connection (RFC 6066, section 8).
///
/// A session that is resumed brings no response, so the one of the first handshake stays with the session.
// because connections and sessions are used during the calls only, and what they give is copied
final class StapledStatus: Sendable {
  /// The largest response that is looked at, in bytes; one with the responder's certificate has about 2,000.
  static let greatestSize = 64 * 1024

  private let der: Data

  private init(_ der: Data) { self.der = der }

  /// The response in DER, or `nil` when there is none.
  ///
  /// One that is too large is as good as a wrong one, and is given as no bytes.
  static func read(from connection: OpaquePointer) -> Data? {
    if let der = unsafe responseOfHandshake(connection) { return der }
    guard unsafe SSL_session_reused(connection) == 1, let session = unsafe SSL_get_session(connection) else {
      return nil
    }
    return unsafe ExtraData.object(ofSession: session, as: StapledStatus.self)?.der
  }

  /// Lets the session of a connection keep the response of the handshake that is going on.
  static func keep(of connection: OpaquePointer) {
    guard unsafe SSL_session_reused(connection) == 0, let session = unsafe SSL_get_session(connection),
      let der = unsafe responseOfHandshake(connection)
    else { return }
    _ = unsafe ExtraData.hold(StapledStatus(der), bySession: session)
  }

  private static func responseOfHandshake(_ connection: OpaquePointer) -> Data? {
    var bytes: UnsafePointer<UInt8>?
    let size = unsafe omamori_tls_status(connection, &bytes)
    guard size >= 0, let bytes = unsafe bytes else { return nil }
    // because OpenSSL keeps the bytes as long as the connection, and they are copied here
    return size <= greatestSize ? unsafe Data(bytes: bytes, count: size) : Data()
  }
}

/// Judges a stapled OCSP response (RFC 6960) for a certificate of a trusted chain; nothing is asked of a responder.
// because both certificates live until the calls that use them have returned
struct StapleExamination {
  /// What a response says.
  enum Outcome: Equatable {
    /// The certificate was not revoked.
    case good
    /// The certificate was revoked.
    case revoked
    /// The response is not about the certificate, not signed for its issuer, too old, or not readable.
    case invalid
  }

  /// How far the clocks of the responder and of this system may be apart, in seconds.
  static let greatestClockDifference = 300

  /// The server's certificate.
  let certificate: Certificate
  /// The certificate that signed it.
  let issuer: Certificate
  /// The time at which the response must be valid.
  let moment: Date

  /// What a response in DER says of the certificate.
  func outcome(of der: Data) -> Outcome {
    defer { ERR_clear_error() }
    guard let leaf = X509Handle(certificate.derRepresentation),
      let authority = X509Handle(issuer.derRepresentation),
      let response = StatusResponse(der)
    else { return .invalid }
    return unsafe leaf.withPointer { leaf in
      unsafe authority.withPointer { authority in
        guard unsafe response.isSigned(for: authority, at: moment) else { return .invalid }
        return unsafe response.outcome(for: leaf, of: authority, at: moment)
      }
    }
  }
}
