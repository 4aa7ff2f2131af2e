#if !canImport(Darwin)
import CTLS
import Glibc
import OmamoriCore

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
#endif
