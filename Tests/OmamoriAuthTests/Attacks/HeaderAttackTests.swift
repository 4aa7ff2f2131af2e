import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Headers that name, bring or point to a key, demand extensions or are of another kind.
@Suite struct HeaderAttackTests {
  @Test(arguments: try Self.attacks()) func isRefused(_ attack: TokenAttack) async throws {
    try await AttackTarget().run(attack)
  }

  static func attacks() throws -> [TokenAttack] { try identifiers() + foreignKeys() + extensions() + types() }

  private static func identifiers() throws -> [TokenAttack] {
    let unknown =
      [
        "../../dev/null", "../../../../etc/passwd", "/dev/null", "file:///dev/null", "' OR '1'='1",
        "x'; DROP TABLE keys;--", "x' UNION SELECT 'key';--", "|id", "$(id)", "`id`", "%00", "\\u0000",
        "ec\\u0000", "",
        "EC", "ec ", " ec", "e\\u0441", "https://attacker.example/keys", "\\u202Ece", "*", "0", "null",
      ].map { (name: "kid '\($0)'", kid: $0) }
      + [(name: "kid of 10 kB", kid: String(repeating: "k", count: 10_000))]
    return try unknown.map {
      TokenAttack($0.name, try AttackTarget.token(#"{"alg":"ES256","kid":"\#($0.kid)"}"#), .noKey)
    }
      + ["1", "null", "true", #"["ec"]"#, #"{"$ne":""}"#].map {
        TokenAttack("kid \($0)", try AttackTarget.token(#"{"alg":"ES256","kid":\#($0)}"#), .malformed)
      }
  }

  /// Tokens signed by the attacker, whose key the header brings or points to.
  private static func foreignKeys() throws -> [TokenAttack] {
    let stranger = try JSONWebKey.generate(for: .es256, identifier: "stranger")
    let key = Result<JSONWebKey, any Error> { stranger }
    let jwk = JSONValue.object(stranger.publicMembers ?? JSONObject()).text()
    let members = [
      ("jwk", #""jwk":\#(jwk)"#), ("jku", #""jku":"https://attacker.example/keys""#),
      ("jku over http", #""jku":"http://127.0.0.1/keys""#), ("jku of a file", #""jku":"file:///tmp/keys""#),
      ("jku with data", #""jku":"data:application/json,{}""#),
      ("jku behind the issuer's", #""jku":"https://issuer.example@attacker.example/keys""#),
      ("x5u", #""x5u":"https://attacker.example/chain.pem""#), ("x5c", #""x5c":["MIIB"]"#),
      ("x5t", #""x5t":"AAAAAAAAAAAAAAAAAAAAAAAAAAA""#), ("x5t#S256", #""x5t#S256":"AAAA""#),
      ("jwk a string", #""jwk":"ec""#), ("jwk null", #""jwk":null"#),
      (
        "all",
        #""jwk":\#(jwk),"jku":"https://attacker.example/","x5u":"https://attacker.example/","x5c":["MIIB"]"#
      ),
    ]
    return try members.flatMap { name, member in
      let token = { (kid: String) in
        try AttackTarget.token(#"{"alg":"ES256",\#(kid)\#(member)}"#, AttackTarget.payload, key)
      }
      return [
        TokenAttack("\(name), known kid", try token(#""kid":"ec","#), .signatureInvalid),
        TokenAttack("\(name), own kid", try token(#""kid":"stranger","#), .noKey),
        TokenAttack("\(name), no kid", try token(""), .signatureInvalid),
      ]
    }
  }

  private static func extensions() throws -> [TokenAttack] {
    let headers = [
      ("unknown", #""crit":["http://example.com/ext"],"http://example.com/ext":true"#),
      ("empty", #""crit":[]"#),
      ("absent member", #""crit":["ext"]"#), ("twice", #""crit":["ext","ext"],"ext":1"#),
      ("registered alg", #""crit":["alg"]"#), ("registered kid", #""crit":["kid"]"#),
      ("itself", #""crit":["crit"]"#), ("a claim", #""crit":["exp"],"exp":1"#),
      ("a string", #""crit":"b64""#),
      ("null", #""crit":null"#), ("a number", #""crit":1"#), ("an object", #""crit":{"b64":true}"#),
      ("numbers in it", #""crit":[1]"#), ("null in it", #""crit":[null]"#),
      ("empty name", #""crit":[""],"":1"#),
      ("b64 true", #""crit":["b64"],"b64":true"#), ("b64 false", #""crit":["b64"],"b64":false"#),
      ("b64 without crit", #""b64":false"#), ("b64 true without crit", #""b64":true"#),
      ("many", #""crit":[\#(Array(repeating: #""a""#, count: 200).joined(separator: ","))],"a":1"#),
    ]
    return try headers.map { name, member in
      TokenAttack(
        "crit: \(name)", try AttackTarget.token(#"{"alg":"ES256","kid":"ec",\#(member)}"#), .criticalHeader)
    }
  }

  private static func types() throws -> [TokenAttack] {
    func token(_ member: String) throws -> String {
      try AttackTarget.token(#"{"alg":"ES256","kid":"ec",\#(member)}"#)
    }
    let others = [
      "at+jwt", "application/at+jwt", "dpop+jwt", "logout+jwt", "secevent+jwt", "JWE", "JOSE", "JOSE+JSON",
      "", "jwt ",
      "text/jwt", "application/x/jwt", "JWT+", "JW\\u0054\\u0000",
    ]
    let access = ["JWT", "at", "jwt+at", "dpop+jwt", "at+jwt;v=1", "application/application/at+jwt"]
    return try others.map { TokenAttack("typ '\($0)'", try token(#""typ":"\#($0)""#), .wrongType) }
      + [("1", "1"), ("null", "null"), ("an array", #"["JWT"]"#)].map {
        TokenAttack("typ \($0.0)", try token(#""typ":\#($0.1)"#), .malformed)
      }
      + access.map {
        TokenAttack("typ '\($0)' for an access token", try token(#""typ":"\#($0)""#), .wrongType)
          .against { $0.kind = .named("at+jwt") }
      }
      + [
        TokenAttack(
          "no typ for an access token", try AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#), .wrongType
        )
        .against { $0.kind = .named("at+jwt") },
        TokenAttack("a token in a token", try token(#""cty":"JWT""#), .wrongType),
        TokenAttack("cty a number", try token(#""cty":1"#), .malformed),
      ]
  }
}
