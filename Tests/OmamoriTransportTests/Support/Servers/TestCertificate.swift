#if !canImport(Darwin)
import COpenSSL
import CTLS
import Foundation
import OmamoriCrypto

/// A certificate with its key, made in memory with exactly the faults that a test wants.
// because the pointer is freed once, and certificates are not changed
@safe
final class TestCertificate: @unchecked Sendable {
  /// What is to be in a certificate.
  struct Recipe {
    var name: String
    var key: TestKey.Kind
    var digest: String
    /// Days from now.
    var days: ClosedRange<Int>
    /// Extensions in OpenSSL's notation, in their order.
    var extensions: [(String, String)]

    init(
      name: String = "localhost", key: TestKey.Kind = .curve("P-256"), digest: String = "SHA256",
      days: ClosedRange<Int> = -1...90,
      extensions: [(String, String)] = Recipe.server("DNS:localhost,IP:127.0.0.1")
    ) {
      (self.name, self.key, self.digest, self.days) = (name, key, digest, days)
      self.extensions = extensions
    }

    static func server(_ names: String) -> [(String, String)] {
      [
        ("subjectAltName", names), ("basicConstraints", "critical,CA:FALSE"),
        ("keyUsage", "critical,digitalSignature,keyEncipherment"), ("extendedKeyUsage", "serverAuth"),
        ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid"),
      ]
    }

    static let authority: [(String, String)] = [
      ("basicConstraints", "critical,CA:TRUE"), ("keyUsage", "critical,keyCertSign,cRLSign"),
      ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid"),
    ]
  }

  let pointer: OpaquePointer
  let key: TestKey
  let certificate: Certificate

  /// Makes a certificate; without an issuer it signs itself.
  init(_ recipe: Recipe, issuer: TestCertificate? = nil, key given: TestKey? = nil) throws {
    key = try given ?? TestKey(recipe.key)
    guard let pointer = unsafe X509_new() else { throw TestKey.Failure("X509_new") }
    unsafe self.pointer = unsafe pointer
    unsafe X509_set_version(pointer, 2)
    unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), UInt64.random(in: 1...UInt64.max >> 1))
    let now = Int(Date.now.timeIntervalSince1970)
    unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), now + recipe.days.lowerBound * 86_400)
    unsafe ASN1_TIME_set(X509_getm_notAfter(pointer), now + recipe.days.upperBound * 86_400)
    let subject = unsafe X509_get_subject_name(pointer)
    let name = Array(recipe.name.utf8)
    unsafe X509_NAME_add_entry_by_txt(subject, "CN", 0x1000, name, Int32(name.count), -1, 0)
    unsafe X509_set_issuer_name(pointer, issuer.map { unsafe X509_get_subject_name($0.pointer) } ?? subject)
    guard unsafe X509_set_pubkey(pointer, key.pointer) == 1 else { throw TestKey.Failure("key") }
    for (name, value) in recipe.extensions {
      if issuer == nil, name == "authorityKeyIdentifier" { continue }
      try unsafe Self.add(name, value, to: pointer, issuer: issuer?.pointer ?? pointer)
    }
    let signer = issuer?.key ?? key
    let digest = unsafe signer.isEdwards ? nil : EVP_get_digestbyname(recipe.digest)
    guard unsafe X509_sign(pointer, signer.pointer, digest) > 0 else { throw TestKey.Failure("signature") }
    certificate = try Certificate(derRepresentation: unsafe Self.encoding(pointer))
  }

  deinit { unsafe X509_free(pointer) }

  private static func add(
    _ name: String, _ value: String, to certificate: OpaquePointer, issuer: OpaquePointer
  ) throws {
    // because the record is used during the calls only
    var context = unsafe X509V3_CTX()
    unsafe X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
    guard let item = unsafe X509V3_EXT_nconf(nil, &context, name, value) else { throw TestKey.Failure(name) }
    defer { unsafe X509_EXTENSION_free(item) }
    guard unsafe X509_add_ext(certificate, item, -1) == 1 else { throw TestKey.Failure(name) }
  }

  private static func encoding(_ certificate: OpaquePointer) throws -> Data {
    var der = Data(count: Int(unsafe i2d_X509(certificate, nil)))
    unsafe der.withUnsafeMutableBytes { bytes in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      _ = unsafe i2d_X509(certificate, &position)
    }
    return der
  }

  /// A stapled status for this certificate by its issuer.
  func staple(by issuer: TestCertificate, isRevoked: Bool = false, daysOld: Int = 0) throws -> Data {
    guard let basic = unsafe OCSP_BASICRESP_new() else { throw TestKey.Failure("OCSP") }
    defer { unsafe OCSP_BASICRESP_free(basic) }
    let name = unsafe OCSP_cert_to_id(EVP_sha256(), pointer, issuer.pointer)
    defer { unsafe OCSP_CERTID_free(name) }
    let now = Int(Date.now.timeIntervalSince1970) - daysOld * 86_400
    let (update, next) = unsafe (ASN1_TIME_set(nil, now - 3600), ASN1_TIME_set(nil, now + 4 * 86_400))
    defer {
      unsafe ASN1_TIME_free(update)
      unsafe ASN1_TIME_free(next)
    }
    let status = isRevoked ? V_OCSP_CERTSTATUS_REVOKED : V_OCSP_CERTSTATUS_GOOD
    unsafe OCSP_basic_add1_status(basic, name, status, 0, isRevoked ? update : nil, update, next)
    guard unsafe OCSP_basic_sign(basic, issuer.pointer, issuer.key.pointer, EVP_sha256(), nil, 0) == 1,
      let response = unsafe OCSP_response_create(0, basic)
    else { throw TestKey.Failure("OCSP") }
    defer { unsafe OCSP_RESPONSE_free(response) }
    var der = Data(count: Int(unsafe i2d_OCSP_RESPONSE(response, nil)))
    unsafe der.withUnsafeMutableBytes { bytes in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      _ = unsafe i2d_OCSP_RESPONSE(response, &position)
    }
    return der
  }
}
#endif
