import Foundation
import OmamoriCrypto
import Testing

/// The certificates in the folder of seeds for fuzzing; made with Python's cryptography, which says what is expected here.
private func sample(_ name: String) throws -> CertificateDetails {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
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
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
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
}
