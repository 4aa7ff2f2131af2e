import OmamoriCrypto

/// A certificate is read as a whole, keeps its bytes, and its times are in order of their digits.
func fuzzCertificateDER(_ bytes: [UInt8]) {
  guard let certificate = try? Certificate(derRepresentation: bytes) else { return }
  expect(Array(certificate.derRepresentation) == bytes, "nothing is left over")
  expect((1...20).contains(certificate.serialNumber.count), "serial numbers are bounded")
}
