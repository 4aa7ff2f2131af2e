import Testing

@testable import OmamoriAuth

@Suite struct TokenHashTests {
  /// The example of OpenID Connect Core, appendix A.4.
  @Test func examplesOfOpenIDConnect() {
    let token = SecretText(copying: "jHkWEdUXMU1BwAsC4vtUsZwnvRiSZdUfDuIbcDdWRKo")
    let code = SecretText(copying: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")
    #expect(TokenHash.text(of: code, .rs256) == "LDktKdoQak3Pk0cnXxCltA")
    #expect(TokenHash.matches("LDktKdoQak3Pk0cnXxCltA", code, .rs256))
    #expect(!TokenHash.matches("LDktKdoQak3Pk0cnXxCltA", code, .rs384))
    #expect(!TokenHash.matches("LDktKdoQak3Pk0cnXxCltA", token, .rs256))
    #expect(!TokenHash.matches("", code, .rs256))
  }

  @Test(arguments: [(SignatureAlgorithm.es256, 22), (.es384, 32), (.es512, 43), (.edDSA, 43), (.hs256, 22)])
  func isHalfOfTheHash(_ algorithm: SignatureAlgorithm, _ count: Int) {
    #expect(TokenHash.text(of: SecretText(copying: "token"), algorithm).utf8.count == count)
  }
}
