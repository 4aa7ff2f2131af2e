import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Sets of keys that have to be refused whole, and what becomes of the bad keys of the others.
@Suite struct KeySetAttackTests {
  private static let ec = ExampleKeys.p256
  private static let secret = ExampleKeys.hobbitHMAC
  private static let named = ec.replacing(#""kty""#, with: #""kid":"1","kty""#)

  @Test(arguments: [
    ("nothing", "", KeyFault.malformed), ("an array", "[]", .malformed), ("no keys", "{}", .malformed),
    ("keys an object", #"{"keys":{}}"#, .malformed), ("keys null", #"{"keys":null}"#, .malformed),
    ("a number in it", #"{"keys":[1]}"#, .malformed), ("an array in it", #"{"keys":[[]]}"#, .malformed),
    ("keys twice", #"{"keys":[],"keys":[]}"#, .malformed),
    ("one key in place of a set", ec, .malformed),
    ("a name twice", #"{"keys":[\#(named),\#(named)]}"#, .duplicateIdentifier),
    ("a name twice, one of a bad key", #"{"keys":[\#(named),{"kid":"1"}]}"#, .duplicateIdentifier),
    ("a secret beside a public key", #"{"keys":[\#(ec),\#(secret)]}"#, .mixedSet),
    ("a bad secret beside a public key", #"{"keys":[\#(ec),{"kty":"oct"}]}"#, .mixedSet),
    ("a secret beside an unknown key", #"{"keys":[\#(secret),{"kty":"AKP"}]}"#, .mixedSet),
    (
      "101 keys", #"{"keys":[\#(Array(repeating: "{}", count: 101).joined(separator: ","))]}"#,
      .tooMany(limit: 100)
    ),
    ("300 kB", #"{"keys":["# + String(repeating: " ", count: 300 << 10) + "]}", .malformed),
  ]) func isRefused(_ name: String, _ json: String, _ fault: KeyFault) {
    #expect(throws: AuthError.key(fault), "\(name)") { try JSONWebKeySet(json: json) }
  }

  @Test func badKeysAreLeftOutAndListed() throws {
    let weak = ExampleKeys.rsa.replacing("AQAB", with: "AQ")
    let set = try JSONWebKeySet(json: #"{"keys":[\#(weak),\#(Self.ec),{"kty":"AKP"},{"kty":"EC"}]}"#)
    #expect(set.keys.map(\.kind) == [.p256])
    #expect(set.refused == [.weak, .unsupported, .malformed])
  }

  @Test func aSetThatIsMadeFollowsTheSameRules() throws {
    let (ec, secret) = (try JSONWebKey(json: Self.ec), try JSONWebKey(json: Self.secret))
    #expect(throws: AuthError.key(.mixedSet)) { try JSONWebKeySet([ec, secret]) }
    #expect(throws: AuthError.key(.duplicateIdentifier)) { try JSONWebKeySet([secret, secret]) }
    #expect(throws: AuthError.key(.tooMany(limit: 100))) {
      try JSONWebKeySet(Array(repeating: ec, count: 101))
    }
    #expect(try JSONWebKeySet([ec, ec]).keys.count == 2)
  }
}
