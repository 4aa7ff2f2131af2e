import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct SharedSecretTests {
  // RFC 7748, section 6.1.
  private func secret() throws -> SharedSecret {
    let key = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let peer = try Curve25519.KeyAgreement.PublicKey(
      rawRepresentation: hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    return try key.sharedSecretFromKeyAgreement(with: peer)
  }

  @Test func `HKDF of the secret is HKDF of its bytes`() throws {
    let bytes = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    let (salt, info) = (Array("salt".utf8), Array("info".utf8))
    let derived = try secret().hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: salt, sharedInfo: info, outputByteCount: 42)
    let expected = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: bytes), salt: salt, info: info, outputByteCount: 42)
    #expect(derived == expected)
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 100]) func `The KDF of X9_63 hashes secret, counter and info`(
    count: Int
  ) throws {
    let bytes = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    let info = Array("info".utf8)
    let blocks = (1...4).flatMap { counter in
      Array(SHA256.hash(data: bytes + [0, 0, 0, UInt8(counter)] + info))
    }
    let derived = try secret().x963DerivedSymmetricKey(
      using: SHA256.self, sharedInfo: info, outputByteCount: count)
    #expect(derived == SymmetricKey(data: blocks.prefix(count)))
  }

  @Test func `Secrets compare with secrets and with bytes`() throws {
    let secret = try secret()
    #expect(try secret == self.secret())
    #expect(secret == Data(hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")))
    #expect(secret != Data(hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161743")))
    #expect(secret != Data())
    #expect(Set([secret, try self.secret()]).count == 1)
  }

  @Test func `A secret shows nothing`() throws {
    var dumped = ""
    dump(try secret(), to: &dumped)
    #expect(dumped.contains("<redacted>") && !dumped.lowercased().contains("4a5d"))
  }
}
