import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// The certificates in the folder of seeds for fuzzing; made with Python's cryptography, which says what is expected here.
private func sample(_ name: String) throws -> CertificateDetails {
  let root = Repository.root
  let file = root.appending(path: "Fuzz/corpus/CertificateExtensions/\(name).der")
  return try CertificateDetails(Certificate(derRepresentation: Data(contentsOf: file)))
}

@Suite("Details of certificates")
struct CertificateDetailsTests {
  @Test("A server's certificate that demands stapling")
  func staple() throws {
    let details = try sample("staple")
    #expect(details.version == 3)
    #expect(details.signature == .ecdsa(.sha256))
    #expect(details.key == .curve(name: "1.2.840.10045.3.1.7", bits: 256))
    #expect(details.commonNames == ["www.example.com"])
    #expect(!details.isSelfIssued)
    let extensions = details.extensions
    #expect(extensions.subjectAlternativeNames == [.dns("www.example.com")])
    #expect(extensions.isAuthority == false)
    #expect(extensions.keyUsage == .digitalSignature)
    #expect(extensions.extendedKeyUsage == [CertificateExtensions.Name.serverUse])
    #expect(extensions.tlsFeatures == [5])
    #expect(extensions.requiresStaple)
    #expect(extensions.authorityKeyIdentifier?.keyIdentifier?.count == 20)
    #expect(extensions.subjectKeyIdentifier?.count == 20)
    #expect(
      extensions.criticalNames == [
        CertificateExtensions.Name.basicConstraints, CertificateExtensions.Name.keyUsage,
      ])
  }

  @Test("An authority with name constraints")
  func constraints() throws {
    let extensions = try sample("constraints").extensions
    #expect(extensions.nameConstraints?.permitted == [.dns("example.org")])
    #expect(extensions.nameConstraints?.excluded == [])
    #expect(extensions.isAuthority == true)
    #expect(extensions.keyUsage == [.certificateSigning, .revocationListSigning])
    #expect(!extensions.requiresStaple)
  }

  @Test("Keys and signatures of other kinds")
  func kinds() throws {
    #expect(try sample("rsa").key == .rsa(bits: 2048, exponent: Data([1, 0, 1])))
    #expect(try sample("dsa").key == .dsa(bits: 2048))
    #expect(try sample("sha1").signature == .rsa(.sha1))
    #expect(try sample("uses").extensions.extendedKeyUsage?.last == CertificateExtensions.Name.anyUse)
  }

  @Test("No certificate that was changed in one byte crashes the reader, and names stay bounded")
  func changed() throws {
    let root = Repository.root
    let file = root.appending(path: "Fuzz/corpus/CertificateExtensions/constraints.der")
    let der = try Data(contentsOf: file)
    var readable = 0
    for index in der.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = der
        changed[index] ^= change
        guard let certificate = try? Certificate(derRepresentation: changed),
          let details = try? CertificateDetails(certificate)
        else { continue }
        readable += 1
        #expect(details.extensions.names.count <= 128)
      }
    }
    // Most bytes are keys, signatures and names, which may have any value.
    #expect((1...der.count * 3).contains(readable))
  }

  /// A certificate of the folder with some bytes, where they stand last, replaced by others.
  private func replaced(_ name: String, _ old: [UInt8], by new: [UInt8]) throws -> CertificateDetails {
    let root = Repository.root
    var der = try Data(contentsOf: root.appending(path: "Fuzz/corpus/CertificateExtensions/\(name).der"))
    der.replaceSubrange(try #require(der.range(of: Data(old), options: .backwards)), with: new)
    return try CertificateDetails(Certificate(derRepresentation: der))
  }

  @Test("What DER and RFC 5280 do not allow is malformed, not read in some way")
  func refused() throws {
    let www = Array("www.example.com".utf8)
    let cases: [(String, [UInt8], [UInt8])] = [
      // The algorithm beside the signature is another than the one that is signed.
      (
        "staple", [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02],
        [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03]
      ),
      // A bit that is set among those that are not used, eight of them, and a bit that has no name.
      ("staple", [0x03, 0x02, 0x07, 0x80], [0x03, 0x02, 0x07, 0xC0]),
      ("staple", [0x03, 0x02, 0x07, 0x80], [0x03, 0x02, 0x08, 0x80]),
      // A name that is not ASCII, and a tag that no name has.
      ("staple", [0x82, 0x0F] + www, [0x82, 0x0F, 0xC3] + www.dropFirst()),
      ("staple", [0x82, 0x0F] + www, [0x89, 0x0F] + www),
      // True in another spelling; false that is written down.
      ("constraints", [0x30, 0x03, 0x01, 0x01, 0xFF], [0x30, 0x03, 0x01, 0x01, 0x01]),
      ("constraints", [0x30, 0x03, 0x01, 0x01, 0xFF], [0x30, 0x03, 0x01, 0x01, 0x00]),
    ]
    for (name, old, new) in cases {
      #expect(throws: Never.self) { try replaced(name, old, by: old) }
      #expect(throws: CryptoError.self) { try replaced(name, old, by: new) }
    }
  }

  private static func authority(_ end: String) -> String {
    """
    -----BEGIN CERTIFICATE-----
    \(end)
    -----END CERTIFICATE-----
    """
  }

  @Test("Name constraints without a tree are malformed: readers disagree about what they forbid")
  func emptyConstraints() throws {
    let empty = Self.authority(
      """
      MIIBFjCBvaADAgECAgEBMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAUEwHhcNMjYw
      MTAxMDAwMDAwWhcNMzYwMTAxMDAwMDAwWjAMMQowCAYDVQQDDAFBMFkwEwYHKoZI
      zj0CAQYIKoZIzj0DAQcDQgAEjlM7b6C/e0YluzBmfAH7YH75+LioD+9bMAYocDGH
      sqNz6x294DMYNm0Gn4Om9ZAAU8c2M8sEGyHFXhqGwfQAtKMQMA4wDAYDVR0eAQH/
      BAIwADAKBggqhkjOPQQDAgNIADBFAiBby+cSyQtdfOjZVuyf3+Th0//9701QLGpZ
      2ssbFtRfmAIhAOa+tGaNeWvly/j3xrCpdTaaRwWQtwo8BrPSXdfmSmoM
      """)
    #expect(throws: CryptoError.malformed(.certificate, offset: nil)) {
      try CertificateDetails(Certificate(pemRepresentation: empty))
    }
    let one = Self.authority(
      """
      MIIBIDCByKADAgECAgEBMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAUEwHhcNMjYw
      MTAxMDAwMDAwWhcNMzYwMTAxMDAwMDAwWjAMMQowCAYDVQQDDAFBMFkwEwYHKoZI
      zj0CAQYIKoZIzj0DAQcDQgAEjlM7b6C/e0YluzBmfAH7YH75+LioD+9bMAYocDGH
      sqNz6x294DMYNm0Gn4Om9ZAAU8c2M8sEGyHFXhqGwfQAtKMbMBkwFwYDVR0eAQH/
      BA0wC6AJMAeCBXoub3JnMAoGCCqGSM49BAMCA0cAMEQCIHO603O0hrog9QrVG+r8
      SyI07l8zfDKSSD+haRnuPL87AiAzNIRzW8fhR+pR8oaZD0P9F1vqcR0mGjw0+9zo
      fXCzpg==
      """)
    var der = try Certificate(pemRepresentation: one).derRepresentation
    let details = try CertificateDetails(Certificate(derRepresentation: der))
    #expect(details.extensions.nameConstraints?.permitted == [.dns("z.org")])
    // An empty list of permitted trees in front of an excluded one of the same length in all.
    let old = Data([0xA0, 0x09, 0x30, 0x07, 0x82, 0x05] + Array("z.org".utf8))
    der.replaceSubrange(
      try #require(der.range(of: old)),
      with: [0xA0, 0x00, 0xA1, 0x07, 0x30, 0x05, 0x82, 0x03] + Array("org".utf8))
    #expect(throws: CryptoError.malformed(.certificate, offset: nil)) {
      try CertificateDetails(Certificate(derRepresentation: der))
    }
  }
}
