import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Tokens with a right signature whose claims are missing, of another type or for somebody else.
@Suite struct ClaimAttackTests {
  @Test(arguments: try Self.attacks()) func isRefused(_ attack: TokenAttack) async throws {
    try await AttackTarget().run(attack)
  }

  static func attacks() throws -> [TokenAttack] {
    try issuers() + audiences() + times() + ages() + parties() + others()
  }

  private static let now = AttackTarget.now

  private static func attack(
    _ name: String, _ claims: KeyValuePairs<String, JSONValue?>, _ error: TokenFault
  ) throws -> TokenAttack {
    TokenAttack(name, try AttackTarget.token(claims: claims), error)
  }

  private static func issuers() throws -> [TokenAttack] {
    let texts = [
      "", "https://issuer.example/", "https://Issuer.example", "HTTPS://issuer.example",
      "http://issuer.example",
      "issuer.example", "https://issuer.example.attacker.example", "https://issuer.example@attacker.example",
      "https://issuer.example?", "https://issuer.example#", " https://issuer.example",
      "https://issuer.example ",
      "https://issuer.exampl\u{435}", "https://issuer.example\u{0}", "https://issuer.example:443",
      "https://issuer",
      "https://issuer.exam\u{200D}ple",
    ]
    return try texts.map { try attack("iss '\($0)'", ["iss": .string($0)], .claimMismatch(.issuer)) }
      + [("null", JSONValue.null), ("a number", 1), ("an array", ["https://issuer.example"]), ("true", true)]
      .map {
        try attack("iss \($0.0)", ["iss": $0.1], .claimMalformed(.issuer))
      }
      + [try attack("no iss", ["iss": Optional<JSONValue>.none], .claimMissing(.issuer))]
  }

  private static func audiences() throws -> [TokenAttack] {
    let mismatches: [(String, JSONValue)] = [
      ("another", "other"), ("empty", ""), ("a prefix", "ap"), ("longer", "apple"), ("capitals", "APP"),
      ("a space", "app "), ("two in one text", "app other"), ("a comma", "app,other"),
      ("others", ["a", "b"]),
      ("one empty", [""]), ("a NUL", "app\u{0}"), ("a pattern", "*"), ("fullwidth", "\u{FF41}pp"),
    ]
    let malformed: [(String, JSONValue)] = [
      ("an empty array", []), ("a number", 1), ("null", .null), ("an object", ["app": true]),
      ("a number in it", [1]),
      ("a number beside it", ["app", 1]), ("null beside it", ["app", .null]), ("an array in it", [["app"]]),
      ("257 audiences", .array(Array(repeating: "app", count: 257))),
    ]
    return try mismatches.map { try attack("aud: \($0.0)", ["aud": $0.1], .claimMismatch(.audience)) }
      + malformed.map { try attack("aud: \($0.0)", ["aud": $0.1], .claimMalformed(.audience)) }
      + [try attack("no aud", ["aud": Optional<JSONValue>.none], .claimMissing(.audience))]
  }

  private static func number(_ text: String) -> JSONValue {
    JSONNumber(text: text).map(JSONValue.number) ?? .null
  }

  private static func times() throws -> [TokenAttack] {
    let expired = [
      "0", "-1", "-0", "1", "1e-300", "-1e300", "-9223372036854775809", "\(now - 60)", "\(now - 61)",
      "\(now - 60).0",
      "1.7e9", "\(now - 61).999999999", "0.0000000001e10", String(repeating: "9", count: 1) + "e8",
    ]
    let early = [
      "\(now + 61)", "\(now + 60).000000001", "1e300", "9223372036854775807", "9223372036854775808", "1e11",
      "18446744073709551616", String(repeating: "9", count: 100),
    ]
    let wrong: [(String, JSONValue)] = [
      ("null", .null), ("text", "123"), ("text of a number", .string("\(now + 300)")), ("true", true),
      ("an array", [1]),
      ("an object", ["$gt": 0]), ("a date", "2030-01-01T00:00:00Z"), ("empty text", ""),
    ]
    return try expired.map { try attack("exp \($0)", ["exp": number($0)], .expired) }
      + early.flatMap {
        [
          try attack("nbf \($0)", ["nbf": number($0)], .notYetValid),
          try attack("iat \($0)", ["iat": number($0)], .notYetValid),
        ]
      }
      + wrong.flatMap {
        [
          try attack("exp \($0.0)", ["exp": $0.1], .claimMalformed(.expiry)),
          try attack("nbf \($0.0)", ["nbf": $0.1], .claimMalformed(.notBefore)),
          try attack("iat \($0.0)", ["iat": $0.1], .claimMalformed(.issuedAt)),
        ]
      }
      + [
        try attack("no exp", ["exp": Optional<JSONValue>.none], .claimMissing(.expiry)),
        try attack("exp now, no leeway", ["exp": number("\(now)")], .expired).against { $0.leeway = .zero },
        try attack("exp a nanosecond ago, no leeway", ["exp": number("\(now - 1).999999999")], .expired)
          .against { $0.leeway = .zero },
        // The leeway of a library that took milliseconds for seconds was 16 hours and 40 minutes.
        try attack("exp 61 s ago, hours of leeway", ["exp": number("\(now - 301)")], .expired)
          .against { $0.leeway = .seconds(300) },
      ]
  }

  private static func ages() throws -> [TokenAttack] {
    [
      try attack("iat too long ago", ["iat": number("\(now - 361)")], .tooOld)
        .against { $0.maximumAge = .seconds(300) },
      try attack("iat at the beginning", ["iat": number("-1e300")], .tooOld)
        .against { $0.maximumAge = .seconds(300) },
      try attack("no iat with a maximum age", ["iat": Optional<JSONValue>.none], .claimMissing(.issuedAt))
        .against { $0.maximumAge = .seconds(300) },
    ]
  }

  private static func parties() throws -> [TokenAttack] {
    let cases: [(String, KeyValuePairs<String, JSONValue?>, TokenFault)] = [
      ("another client", ["azp": "other"], .claimMismatch(.authorizedParty)),
      ("empty", ["azp": ""], .claimMismatch(.authorizedParty)),
      ("an array", ["azp": ["app"]], .claimMalformed(.authorizedParty)),
      ("null", ["azp": .null], .claimMalformed(.authorizedParty)),
      ("none with two audiences", ["aud": ["app", "other"]], .claimMissing(.authorizedParty)),
      (
        "the other of two audiences", ["aud": ["app", "other"], "azp": "other"],
        .claimMismatch(.authorizedParty)
      ),
      ("none with the audience twice", ["aud": ["app", "app"]], .claimMissing(.authorizedParty)),
    ]
    return try cases.map { try attack("azp: \($0.0)", $0.1, $0.2).against { $0.authorizedParty = "app" } }
  }

  private static func others() throws -> [TokenAttack] {
    [
      try attack("sub a number", ["sub": 1], .claimMalformed(.subject)),
      try attack("sub null", ["sub": .null], .claimMalformed(.subject)),
      try attack("sub an object", ["sub": ["$ne": 1]], .claimMalformed(.subject)),
      try attack("jti a number", ["jti": 1], .claimMalformed(.identifier)),
      try attack("no nonce where it is demanded", ["jti": "1"], .claimMissing(.nonce))
        .against { $0.requiredClaims = [.nonce] },
      try attack("no sub where it is demanded", ["sub": Optional<JSONValue>.none], .claimMissing(.subject))
        .against { $0.requiredClaims = [.subject] },
      try attack(
        "claims in a claim", ["iss": Optional<JSONValue>.none, "claims": ["iss": "https://issuer.example"]],
        .claimMissing(.issuer)),
    ]
  }
}
