import Foundation
import OmamoriCrypto
import Testing

@Suite(.wycheproof)
struct PBKDF2WycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("pbkdf2_hmacsha1_test", run: 64),
    .init("pbkdf2_hmacsha224_test", run: 58),
    .init("pbkdf2_hmacsha256_test", run: 60),
    .init("pbkdf2_hmacsha384_test", run: 58),
    .init("pbkdf2_hmacsha512_test", run: 58)
  )

  @Test(
    arguments: zip(
      ["sha1", "sha224", "sha256", "sha384", "sha512"],
      [KDF.PBKDF2.Function.sha1, .sha224, .sha256, .sha384, .sha512]))
  func pbkdf2(_ name: String, _ function: KDF.PBKDF2.Function) throws {
    try Self.coverage.check("pbkdf2_hmac\(name)_test") { _, test in
      let key = try KDF.PBKDF2.uncheckedDeriveKey(
        from: Password(bytes: test.bytes("password")), salt: test.bytes("salt"), using: function,
        rounds: test.integer("iterationCount"), outputByteCount: test.integer("dkLen"))
      return WycheproofAnswer(key == SymmetricKey(data: try test.bytes("dk")))
    }
  }
}
