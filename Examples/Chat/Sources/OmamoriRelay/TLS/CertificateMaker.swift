import CRelayTLS
import OmamoriCore
import OmamoriCrypto

/// Makes a server's self-signed certificate (RFC 5280).
enum CertificateMaker {
  /// What the certificate says besides its names: whether it signs others, what its key is for, which key it is.
  private static let extensions: [(Int32, String)] = [
    (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
    (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
  ]

  /// `MBSTRING_ASC` of OpenSSL: the text is ASCII.
  private static let isASCII: Int32 = 0x1001

  /// Makes a certificate.
  ///
  /// - Parameters:
  ///   - key: The key that it is for, and that signs it.
  ///   - names: The names of the server.
  ///   - lifetime: From when to when it is valid.
  /// - Returns: The certificate in DER.
  /// - Throws: ``RelayError/certificate``, ``RelayError/core(_:)``.
  static func make(
    for key: RelayKey, names: [CertificateName], lifetime: ClosedRange<Date>
  ) throws(RelayError) -> Data {
    let serialNumber: UInt64
    do throws(CoreError) {
      serialNumber = try SystemRandomness().integer(in: 1...UInt64(Int64.max))
    } catch {
      throw .core(error)
    }
    defer { ERR_clear_error() }
    guard let certificate = unsafe X509_new() else { throw .certificate }
    defer { unsafe X509_free(certificate) }  // because it is this function's own
    guard let pair = unsafe privateKey(key.document) else { throw .certificate }
    defer { unsafe EVP_PKEY_free(pair) }
    let alternatives = names.map(\.notation).joined(separator: ",")
    // because both pointers are valid until the end of this function
    let isMade =
      unsafe X509_set_version(certificate, 2) == 1
      && ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serialNumber) == 1
      && setTimes(certificate, lifetime) && setName(certificate) && X509_set_pubkey(certificate, pair) == 1
      && extensions.allSatisfy { unsafe add($0.0, $0.1, to: certificate) }
      && add(NID_subject_alt_name, alternatives, to: certificate)
      && X509_sign(certificate, pair, EVP_sha256()) > 0
    guard isMade, let encoding = unsafe encoding(of: certificate) else { throw .certificate }
    return encoding
  }

  private static func privateKey(_ document: Data) -> OpaquePointer? {
    // because the bytes are read during the call
    unsafe document.withUnsafeBytes { bytes in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
  }

  private static func setTimes(_ certificate: OpaquePointer, _ lifetime: ClosedRange<Date>) -> Bool {
    var first = time_t(lifetime.lowerBound.timeIntervalSince1970)
    var last = time_t(lifetime.upperBound.timeIntervalSince1970)
    // because the certificate is valid, and the times are read during the calls
    return unsafe X509_time_adj_ex(X509_getm_notBefore(certificate), 0, 0, &first) != nil
      && X509_time_adj_ex(X509_getm_notAfter(certificate), 0, 0, &last) != nil
  }

  /// Names subject and issuer, by words that no host is called.
  private static func setName(_ certificate: OpaquePointer) -> Bool {
    // because the name belongs to the certificate, which is valid
    guard let name = unsafe X509_get_subject_name(certificate) else { return false }
    // because the text ends with a zero byte and is copied
    return unsafe X509_NAME_add_entry_by_txt(name, "CN", isASCII, "Omamori relay", -1, -1, 0) == 1
      && X509_set_issuer_name(certificate, name) == 1
  }

  private static func add(_ identifier: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
    // because the certificate is valid and the text ends with a zero byte
    unsafe relay_add_extension(certificate, identifier, value) == 1
  }

  private static func encoding(of certificate: OpaquePointer) -> Data? {
    // because the certificate is valid, and the second call writes as many bytes as the first one counted
    let size = Int(unsafe i2d_X509(certificate, nil))
    guard size > 0 else { return nil }
    var der = Data(count: size)
    let written = unsafe der.withUnsafeMutableBytes { bytes -> Int32 in
      var position = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
      return unsafe i2d_X509(certificate, &position)
    }
    return Int(written) == size ? der : nil
  }
}
