import Testing

@testable import AuditEngine

@Suite struct DigestNamesTests {
  @Test(arguments: [
    "sha1", "sha256", "sha512Hex", "toSHA256String", "asSha3", "hashSHA", "sha_256", "shaHash",
    "sha224base64", "computeSha256Digest",
  ])
  func namesOfDigests(_ name: String) { #expect(DigestNames.isDigest(name)) }

  @Test(arguments: [
    "", "sha", "s_ha_", "share", "shadow", "SHA256", "sHa256", "kCCSha256", "sha257", "resha256",
    "sha256Round",
    "sha256é", "makeSha256OfEveryFileInFolder",
  ])
  func otherNames(_ name: String) { #expect(!DigestNames.isDigest(name)) }
}
