import OmamoriCrypto

/// A certificate that is taken apart has each extension once, and says the same as the first reading of it.
func fuzzCertificateExtensions(_ bytes: [UInt8]) {
  guard let certificate = try? Certificate(derRepresentation: bytes),
    let details = try? CertificateDetails(certificate)
  else { return }
  let extensions = details.extensions
  expect((1...3).contains(details.version), "there are three versions")
  expect(Set(extensions.names).count == extensions.names.count, "each extension comes once")
  expect(extensions.criticalNames.isSubset(of: extensions.names), "what is critical is there")
  expect(details.version == 3 || extensions.names.isEmpty, "only version 3 has extensions")
  expect(
    extensions.subjectKeyIdentifier == certificate.subjectKeyIdentifier,
    "both readings find the same identifier")
  expect(extensions.subjectAlternativeNames?.isEmpty != true, "a list of names has a name")
}
