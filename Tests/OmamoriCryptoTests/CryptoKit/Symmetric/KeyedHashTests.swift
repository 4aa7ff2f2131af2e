import Foundation
import OmamoriCrypto
import Testing

@Suite struct KeyedHashTests {
  @Test func hmacGivesTheTestVectorOfItsSpecification() {
    // RFC 4231, test case 2.
    let key = SymmetricKey(data: Data("Jefe".utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Data("what do ya want for nothing?".utf8), using: key)
    #expect(Array(code) == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(
      code.description == "HMAC with SHA256: 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  }

  @Test func hkdfGivesTheTestVectorOfItsSpecification() {
    // RFC 5869, test case 1.
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)),
      salt: hex("000102030405060708090a0b0c"),
      info: hex("f0f1f2f3f4f5f6f7f8f9"),
      outputByteCount: 42)
    let expected = hex(
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(key == SymmetricKey(data: expected))
  }
}
