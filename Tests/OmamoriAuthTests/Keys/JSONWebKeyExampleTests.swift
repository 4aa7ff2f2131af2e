import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct JSONWebKeyExampleTests {
  /// RFC 7638, 3.1.
  @Test func thumbprintOfRSA() throws {
    #expect(
      try JSONWebKey(json: ExampleKeys.thumbprinted).thumbprint
        == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }

  /// RFC 8037, A.3: the private key and its public one have the same.
  @Test func thumbprintOfEd25519() throws {
    let key = try JSONWebKey(json: ExampleKeys.ed25519)
    #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    #expect(key.publicKey?.thumbprint == key.thumbprint)
  }

  /// RFC 7517, A.1: a set of two public keys.
  @Test func set() throws {
    let json = """
      {"keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
      "y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","use":"enc","kid":"1"},\(ExampleKeys.thumbprinted)]}
      """
    let set = try JSONWebKeySet(json: json)
    #expect(set.keys.map(\.kind) == [.p256, .rsa])
    #expect(set["1"]?.use == .encryption)
    #expect(set["2011-04-29"]?.algorithm == "RS256")
    #expect(set.refused.isEmpty)
    #expect(try JSONWebKeySet(set.publicMembers).keys.map(\.thumbprint) == set.keys.map(\.thumbprint))
  }

  /// RFC 7517, A.3: a key to wrap keys with and a key for HMAC.
  @Test func secrets() throws {
    let json = """
      {"keys":[{"kty":"oct","alg":"A128KW","k":"GawgguFyGrWKav7AX4VKUg"},
      {"kty":"oct","kid":"HMAC key used in JWS spec Appendix A.1 example",
       "k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}]}
      """
    let set = try JSONWebKeySet(json: json)
    #expect(set.keys.map(\.bitCount) == [128, 512])
    #expect(set.publicKeys.keys.isEmpty)
    #expect(set.publicMembers == ["keys": []])
  }

  @Test func aPrivateKeySurvivesJSON() throws {
    for json in [ExampleKeys.hobbitRSA, ExampleKeys.hobbitP521, ExampleKeys.ed25519, ExampleKeys.p256] {
      let key = try JSONWebKey(json: json)
      let copy = try StrictJSON.parse(key.export().reveal())
      let original = try StrictJSON.parse(json)
      let names = Set((original.objectValue?.members ?? []).map(\.name))
      #expect(Set((copy.objectValue?.members ?? []).map(\.name)) == names)
      for name in names { #expect(copy[name] == original[name]) }
    }
  }
}
