import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

@Suite("Attacks with headers of encrypted tokens")
struct EncryptionHeaderAttackTests {
  /// A header that must be refused, and how.
  struct Attack: CustomTestStringConvertible {
    let header: String
    let fault: TokenFault

    init(_ header: String, _ fault: TokenFault = .malformed) { (self.header, self.fault) = (header, fault) }

    var testDescription: String { String(header.prefix(80)) }
  }

  static let attacks = [
    // Algorithms that were not asked for, or are none.
    Attack(#"{"alg":"none","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"DIR","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"RSA1_5","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"A256KW","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"HS256","enc":"A256GCM"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"A256GCM","enc":"dir"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"dir","enc":"A128CBC-HS256"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"dir","enc":"a256gcm"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"dir","enc":"A256GCM "}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"dir","enc":"none"}"#, .algorithmNotAllowed),
    Attack(#"{"alg":"dir","enc":""}"#, .algorithmNotAllowed),
    Attack(
      #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":2147483648,"p2s":"AAAAAAAAAAA"}"#,
      .algorithmNotAllowed),
    Attack(#"{"enc":"A256GCM"}"#),
    Attack(#"{"alg":"dir"}"#),
    Attack(#"{"Alg":"dir","enc":"A256GCM"}"#),
    Attack(#"{"alg":null,"enc":"A256GCM"}"#),
    Attack(#"{"alg":["dir"],"enc":"A256GCM"}"#),
    Attack(#"{"alg":1,"enc":"A256GCM"}"#),
    Attack(#"{"alg":"dir","enc":{"enc":"A256GCM"}}"#),
    // Extensions.
    Attack(#"{"alg":"dir","enc":"A256GCM","crit":["exp"],"exp":1}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","crit":[]}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","crit":["alg"]}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","crit":null}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","crit":["b64"],"b64":false}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","zip":"GZIP"}"#, .criticalHeader),
    Attack(#"{"alg":"dir","enc":"A256GCM","zip":null}"#, .criticalHeader),
    // JSON that two readers understand differently, or that costs much.
    Attack(#"{"alg":"dir","alg":"A256KW","enc":"A256GCM"}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM","enc":"A256GCM"}"#),
    Attack(#"{"alg":"dir","\u0061lg":"dir","enc":"A256GCM"}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM"} "x""#),
    Attack(#"{"alg":"dir","enc":"A256GCM""#),
    Attack("\u{FEFF}" + #"{"alg":"dir","enc":"A256GCM"}"#),
    Attack(#"["alg","dir"]"#),
    Attack(#""alg""#),
    Attack("null"),
    Attack(""),
    Attack("{}"),
    Attack(
      #"{"alg":"dir","enc":"A256GCM","x":\#(String(repeating: "[", count: 10_000))\#(String(repeating: "]", count: 10_000))}"#
    ),
    Attack(
      #"{"alg":"dir","enc":"A256GCM","x":[\#([String](repeating: "0", count: 2000).joined(separator: ","))]}"#
    ),
    Attack(#"{"alg":"dir","enc":"A256GCM","x":"\ud800"}"#),
    // Names.
    Attack(#"{"alg":"dir","enc":"A256GCM","kid":1}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM","kid":["a"]}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM","kid":null}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM","typ":1}"#),
    Attack(#"{"alg":"dir","enc":"A256GCM","cty":{}}"#),
  ]

  @Test("refused", arguments: attacks)
  func refused(_ attack: Attack) throws {
    let token = try ForgedToken(attack.header)
    #expect(ForgedToken.fault(token.text, with: try ForgedToken.decrypter()) == .token(attack.fault))
  }

  @Test("members that are none of ours change nothing, and are not used")
  func strangers() throws {
    for member in [
      #""jku":"https://attacker.example/keys""#, #""x5u":"https://attacker.example/chain""#,
      #""x5c":["AAAA"]"#,
      #""jwk":{"kty":"oct","k":"AAAA"}"#, #""kid":"../../dev/null""#, #""kid":"' OR 1=1 --""#,
    ] {
      let token = try ForgedToken(#"{"alg":"dir","enc":"A256GCM",\#(member)}"#)
      let content = try ForgedToken.decrypter().decrypt(token.text).content
      #expect(content == Data(ForgedToken.content.utf8))
    }
  }

  @Test("a key with a name answers to no other")
  func wrongName() throws {
    let decrypter = try TokenDecrypter(
      keys: [DecryptionKey(ForgedToken.key, for: .direct, identifier: "mine")], keyManagement: [.direct],
      contentEncryption: [.a256GCM])
    for name in ["yours", "", "MINE", "mine\\u0000", "../mine"] {
      let token = try ForgedToken(#"{"alg":"dir","enc":"A256GCM","kid":"\#(name)"}"#)
      #expect(ForgedToken.fault(token.text, with: decrypter) == .token(.noKey))
    }
  }
}
