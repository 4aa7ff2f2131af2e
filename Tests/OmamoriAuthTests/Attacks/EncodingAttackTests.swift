import OmamoriCore
import Testing

@testable import OmamoriAuth

/// Tokens that are written in another way than RFC 7515 and RFC 8259 say, most of them signed as they are.
@Suite struct EncodingAttackTests {
  private static let header = #"{"alg":"ES256","kid":"ec"}"#

  @Test(arguments: try Self.attacks()) func isRefused(_ attack: TokenAttack) async throws {
    try await AttackTarget().run(attack)
  }

  static func attacks() throws -> [TokenAttack] {
    try base64() + forms() + jsonHeaders() + jsonContents() + sizes()
  }

  private static func base64() throws -> [TokenAttack] {
    let (head, body) = (
      Base64URL.encode(Array(header.utf8)), Base64URL.encode(Array(AttackTarget.payload.utf8))
    )
    let right = try AttackTarget.token(header)
    let signature = String(right.split(separator: ".").last ?? "")
    func signed(_ head: String, _ body: String) throws -> String {
      try AttackTarget.signed(head + "." + body)
    }
    let inserted = ["=", "==", " ", "\n", "\t", "\r\n", "+", "/", "?", "%3D", "\u{0}", "\u{200B}", "ä", "*"]
    var attacks: [TokenAttack] = []
    for text in inserted {
      let shown = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      attacks += [
        TokenAttack("\(shown) after the header", try signed(head + text, body), .malformed),
        TokenAttack("\(shown) after the content", try signed(head, body + text), .malformed),
        TokenAttack(
          "\(shown) in the content", try signed(head, body.prefix(8) + text + body.dropFirst(8)), .malformed),
        TokenAttack("\(shown) after the signature", right + text, .malformed),
        TokenAttack("\(shown) before the signature", "\(head).\(body).\(text)\(signature)", .malformed),
      ]
    }
    // 64 bytes are 86 characters, of which the last one has four bits that must be zero.
    let stray = signature.dropLast() + (signature.hasSuffix("A") ? "B" : signature.hasSuffix("Q") ? "R" : "h")
    attacks += [
      TokenAttack("stray bits in the signature", "\(head).\(body).\(stray)", .malformed),
      TokenAttack("stray bits in the content", try signed(head, "AB"), .malformed),
      TokenAttack("stray bits in the header", try signed("e31", body), .malformed),
      TokenAttack("one character in the content", try signed(head, "A"), .malformed),
      TokenAttack("three characters too many", right + "AAA", .malformed),
      TokenAttack("header not encoded", try signed(header, body), .malformed),
    ]
    return attacks
  }

  private static func forms() throws -> [TokenAttack] {
    let right = try AttackTarget.token(header)
    let parts = right.split(separator: ".").map(String.init)
    let (head, body, signature) = (parts[0], parts[1], parts[2])
    return [
      TokenAttack("nothing", "", .malformed), TokenAttack("one dot", ".", .malformed),
      TokenAttack("two dots", "..", .malformed), TokenAttack("four dots", "....", .malformed),
      TokenAttack("many dots", String(repeating: ".", count: 60_000), .malformed),
      TokenAttack("two parts", "\(head).\(body)", .malformed),
      TokenAttack("four parts", "\(right).\(signature)", .malformed),
      TokenAttack("an empty fourth part", right + ".", .malformed),
      TokenAttack("five parts", "\(right)..", .malformed),
      TokenAttack("six parts", "\(right)...", .malformed),
      TokenAttack("an empty first part", ".\(right)", .malformed),
      TokenAttack("no header", ".\(body).\(signature)", .malformed),
      TokenAttack("no content", "\(head)..\(signature)", .signatureInvalid),
      TokenAttack("no content, signed", try AttackTarget.signed("\(head)."), .malformed),
      TokenAttack("no signature", "\(head).\(body).", .signatureInvalid),
      TokenAttack("a scheme before it", "Bearer \(right)", .malformed),
      TokenAttack("in quotation marks", "\"\(right)\"", .malformed),
      TokenAttack("a byte order mark before it", "\u{FEFF}\(right)", .malformed),
      TokenAttack(
        "JSON serialization", #"{"payload":"\#(body)","protected":"\#(head)","signature":"\#(signature)"}"#,
        .malformed),
      TokenAttack(
        "an encrypted token", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAAAAAAAAAAAAAA.AA.AAAA", .malformed),
      TokenAttack("bytes that are not UTF-8", [0xFF, 0xFE, 0x2E, 0x80, 0x2E, 0xC0], .token(.malformed)),
    ]
  }

  private static func jsonHeaders() throws -> [TokenAttack] {
    let texts = [
      ("an array", #"["ES256"]"#), ("a string", #""ES256""#), ("a number", "1"), ("null", "null"),
      ("empty", ""),
      ("a space", " "), ("two objects", header + header),
      ("a comma at the end", #"{"alg":"ES256","kid":"ec",}"#),
      ("a comment", #"{"alg":"ES256","kid":"ec"/**/}"#), ("single quotes", "{'alg':'ES256','kid':'ec'}"),
      ("no quotes", "{alg:ES256,kid:ec}"), ("alg twice", #"{"alg":"none","alg":"ES256","kid":"ec"}"#),
      ("alg twice, escaped", #"{"alg":"ES256","\u0061lg":"none","kid":"ec"}"#),
      ("kid twice", #"{"alg":"ES256","kid":"no","kid":"ec"}"#),
      ("a lone surrogate", #"{"alg":"ES256","kid":"\uD800"}"#),
      ("NaN", #"{"alg":"ES256","kid":"ec","x":NaN}"#),
      ("a line feed in a string", "{\"alg\":\"ES256\",\"kid\":\"ec\n\"}"),
      ("not closed", #"{"alg":"ES256","kid":"ec""#),
      ("zero before a number", #"{"alg":"ES256","kid":"ec","x":01}"#),
      ("a byte order mark", "\u{FEFF}" + header), ("a NUL at the end", header + "\u{0}"),
      ("10000 arrays", #"{"alg":"ES256","kid":"ec","x":"# + String(repeating: "[", count: 10_000)),
      (
        "17 levels",
        #"{"alg":"ES256","kid":"ec","x":"# + String(repeating: "[", count: 16)
          + String(repeating: "]", count: 16) + "}"
      ),
    ]
    return try texts.map { TokenAttack("header: \($0.0)", try AttackTarget.token($0.1), .malformed) }
      + [
        TokenAttack(
          "header: not UTF-8",
          try AttackTarget.token(
            Array(#"{"alg":"ES256","kid":"ec","x":""#.utf8) + [0xC0, 0x80, 0x22, 0x7D], []), .malformed),
        TokenAttack(
          "header: UTF-16", try AttackTarget.token(header.utf8.flatMap { [$0, 0] }, []), .malformed),
      ]
  }

  private static func jsonContents() throws -> [TokenAttack] {
    let inner = AttackTarget.payload.dropFirst().dropLast()
    let texts = [
      ("an array", "[\(AttackTarget.payload)]"), ("a string", "\"text\""), ("a number", "1"), ("empty", ""),
      ("iss twice", "{\(inner),\"iss\":\"https://attacker.example\"}"),
      ("sub twice", "{\(inner),\"sub\":\"admin\"}"),
      ("sub twice, escaped", "{\(inner),\"s\\u0075b\":\"admin\"}"),
      ("exp twice", "{\"exp\":9999999999,\(inner)}"),
      ("aud twice", "{\"aud\":\"other\",\(inner)}"),
      ("a name twice further down", "{\(inner),\"x\":{\"a\":1,\"a\":2}}"),
      ("a lone surrogate", "{\(inner),\"x\":\"\\uDC00\"}"), ("a comma at the end", "{\(inner),}"),
      ("trailing text", AttackTarget.payload + "x"), ("a NUL at the end", AttackTarget.payload + "\u{0}"),
      ("a byte order mark", "\u{FEFF}" + AttackTarget.payload), ("Infinity", "{\(inner),\"x\":Infinity}"),
      ("hexadecimal", "{\(inner),\"x\":0x10}"),
      ("a number of 200 digits", "{\(inner),\"x\":1\(String(repeating: "0", count: 200))}"),
      ("10000 arrays", "{\(inner),\"x\":" + String(repeating: "[", count: 10_000)),
      ("10000 objects", "{\(inner),\"x\":" + String(repeating: "{\"a\":", count: 8_000)),
      (
        "10000 values",
        "{\(inner),\"x\":[" + Array(repeating: "0", count: 10_000).joined(separator: ",") + "]}"
      ),
    ]
    return try texts.map { TokenAttack("content: \($0.0)", try AttackTarget.token(header, $0.1), .malformed) }
      + [
        TokenAttack(
          "content: not UTF-8",
          try AttackTarget.token(
            Array(header.utf8), Array("{\(inner),\"x\":\"".utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D]),
          .malformed),
        TokenAttack("content: no claims", try AttackTarget.token(header, "{}"), .claimMissing(.issuer)),
      ]
  }

  private static func sizes() throws -> [TokenAttack] {
    let long = String(repeating: "x", count: 60_000)
    return [
      TokenAttack(
        "a token of 1 MB", try AttackTarget.token(header, String(repeating: "x", count: 1 << 20)),
        .tooLarge(limit: 65_536)),
      TokenAttack("a token of 65537 bytes", String(repeating: "A", count: 65_537), .tooLarge(limit: 65_536)),
      TokenAttack(
        "a header of 30 kB",
        try AttackTarget.token(#"{"alg":"ES256","kid":"ec","x":"\#(long.prefix(30_000))"}"#),
        .tooLarge(limit: 16_384)),
      TokenAttack(
        "a signature of 60 kB", AttackTarget.token(signature: Array(repeating: 7, count: 45_000)),
        .signatureInvalid),
    ]
  }
}
