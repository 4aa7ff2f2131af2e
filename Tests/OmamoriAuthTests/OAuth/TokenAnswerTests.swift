@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct TokenAnswerTests {
  private let sentAt = Date(timeIntervalSince1970: 1_800_000_000)

  private func read(
    _ text: String, status: Int = 200, type: String? = "application/json", expecting: TokenType = .bearer,
    _ fields: KeyValuePairs<String, String> = [:]
  ) throws -> TokenAnswer {
    try TokenAnswer(
      ServerAnswers.text(text, status: status, type: type, fields), sentAt: sentAt, expecting: expecting)
  }

  private func members(_ text: String) -> String {
    #"{"access_token":"a","token_type":"Bearer""# + (text.isEmpty ? "" : "," + text) + "}"
  }

  @Test func theExampleOfTheSpecificationIsRead() throws {
    let answer = try read(
      #"""
      {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"Bearer","expires_in":3600,
      "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA","scope":"openid  profile","example_parameter":"example_value"}
      """#, ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(answer.accessToken.reveal() == "2YotnFZFEjr1zCsicMWpAA" && answer.tokenType == .bearer)
    #expect(answer.lifetime == .seconds(3600) && answer.refreshToken?.reveal() == "tGzv3JOkF0XG5Qx2TlKWIA")
    #expect(answer.scope == ["openid", "profile"] && answer.identityToken == nil)
    #expect(answer.sentAt == sentAt && answer.serverDate == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(arguments: ["Bearer", "bearer", "BEARER", "bEaReR"]) func aTypeIsReadInAnyCase(_ type: String) throws
  {
    #expect(try read(#"{"access_token":"a","token_type":"\#(type)"}"#).tokenType == .bearer)
  }

  /// Fails without the comparison: a token that anybody may use would be taken for a bound one.
  @Test(arguments: [
    ("DPoP", TokenType.bearer), ("Bearer", .dpop), ("mac", .bearer), ("", .bearer), ("N_A", .bearer),
    ("Bearer ", .bearer),
  ])
  func anotherTypeIsRefused(_ type: String, _ expected: TokenType) {
    #expect(throws: AuthError.response(.wrongTokenType)) {
      try read(#"{"access_token":"a","token_type":"\#(type)"}"#, expecting: expected)
    }
  }

  @Test(
    arguments: [
      ("", nil), (#""expires_in":null"#, nil), (#""expires_in":3600"#, Duration.seconds(3600)),
      (#""expires_in":"3600""#, .seconds(3600)), (#""expires_in":3599.9"#, .seconds(3599)),
      (#""expires_in":3.6e3"#, .seconds(3600)), (#""expires_in":0"#, .zero), (#""expires_in":-1"#, nil),
      (#""expires_in":-1e300"#, nil), (#""expires_in":-1e999"#, nil),
      (#""expires_in":1e30"#, .seconds(315_360_000)),
      (#""expires_in":1e999"#, .seconds(315_360_000)),
      (#""expires_in":9223372036854775808"#, .seconds(315_360_000)),
      (#""expires_in":"soon""#, nil), (#""expires_in":"""#, nil), (#""expires_in":true"#, nil),
      (#""expires_in":[1]"#, nil),
      (#""expires_in":" 3600""#, nil), (#""expires_in":"0x10""#, nil), (#""expires_in":"NaN""#, nil),
    ] as [(String, Duration?)])
  func lifetimesNeitherTrapNorLoseTheTokens(_ text: String, _ lifetime: Duration?) throws {
    #expect(try read(members(text)).lifetime == lifetime)
  }

  /// A token with a line feed would end a header field early.
  @Test(arguments: [
    #""access_token":"a\r\nX-Evil: 1""#, #""access_token":"a\u0000""#, #""access_token":"a b""#,
    #""access_token":"é""#,
    #""access_token":"""#, #""access_token":1"#, #""access_token":["a"]"#,
    #""access_token":"a","refresh_token":"r\n""#,
    #""access_token":"a","refresh_token":"""#, #""access_token":"a","refresh_token":{}"#,
    #""access_token":"a","id_token":"\u007f""#,
  ])
  func tokensWithOtherCharactersAreRefused(_ text: String) {
    #expect(throws: AuthError.response(.malformedToken)) { try read(#"{"token_type":"Bearer",\#(text)}"#) }
  }

  @Test func longTokensAreRefused() throws {
    let long = String(repeating: "a", count: TokenAnswer.greatestAccessTokenSize)
    #expect(try read(#"{"token_type":"Bearer","access_token":"\#(long)"}"#).accessToken.count == long.count)
    #expect(throws: AuthError.response(.malformedToken)) {
      try read(#"{"token_type":"Bearer","access_token":"\#(long)a"}"#)
    }
  }

  @Test(arguments: [
    "", "{", "[]", "null", "\"a\"", "access_token=a&token_type=Bearer", "<html></html>",
    #"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#,
    #"{"access_token":"a","token_type":"Bearer"}{}"#,
    "\u{FEFF}{}",
  ])
  func whatIsNoDocumentIsRefused(_ text: String) {
    #expect(throws: AuthError.response(.malformed)) { try read(text) }
  }

  @Test(arguments: [
    "{}", #"{"access_token":"a"}"#, #"{"token_type":"Bearer"}"#,
    #"{"access_token":null,"token_type":"Bearer"}"#,
  ])
  func whatIsMissingIsNoticed(_ text: String) {
    #expect(throws: AuthError.response(.missingMember)) { try read(text) }
  }

  @Test(arguments: [
    #""scope":1"#, #""scope":["a"]"#, #""scope":"a\"b""#, #""scope":"a\\b""#, #""scope":"é""#,
  ])
  func malformedScopesAreRefused(_ text: String) {
    #expect(throws: AuthError.response(.malformed)) { try read(members(text)) }
  }

  @Test(
    arguments: [(#""scope":"""#, []), (#""scope":null"#, nil), (#""scope":" a  b ""#, ["a", "b"])]
      as [(String, [String]?)])
  func scopesAreRead(_ text: String, _ scope: [String]?) throws {
    #expect(try read(members(text)).scope == scope)
  }

  @Test(arguments: [
    nil, "text/html", "text/plain", "application/x-www-form-urlencoded", "text/html; x=application/json",
  ])
  func anotherMediaTypeIsRefused(_ type: String?) {
    #expect(throws: AuthError.response(.malformed)) { try read(members(""), type: type) }
  }

  /// As real servers answer: JSON with an error, none, an empty body, a page of a proxy.
  @Test(arguments: [
    (#"{"error":"invalid_grant"}"#, 400, AuthError.server(.invalidGrant, status: 400)),
    (#"{"error":"invalid_client"}"#, 401, .server(.invalidClient, status: 401)),
    (#"{"error":"invalid_code"}"#, 403, .server(.other, status: 403)), ("", 400, .response(.status(400))),
    ("<html>", 502, .response(.status(502))), (#"{"error":1}"#, 400, .response(.status(400))),
    ("[]", 429, .response(.status(429))),
    (#"{"error":"bad_verification_code"}"#, 200, .server(.other, status: 200)),
    (#"{"error":"invalid_grant"}"#, 204, .server(.invalidGrant, status: 204)),
  ])
  func refusalsAreRead(_ text: String, _ status: Int, _ error: AuthError) {
    #expect(throws: error) { try read(text, status: status) }
  }

  @Test func nothingIsPrinted() throws {
    let probe = LeakProbe()
    let answer = try read(
      #"{"access_token":"%","token_type":"Bearer","refresh_token":"%","id_token":"%"}"#.replacing(
        "%", with: probe.marker))
    #expect(probe.leaks(in: answer) == [])
    let templates = [
      #"{"access_token":"%","token_type":"%","refresh_token":"%","id_token":"%","scope":"% %","expires_in":"%"}"#,
      #"{"error":"%","error_description":"%","error_uri":"%"}"#,
    ]
    let inputs = try probe.inputs(from: templates, randomness: SeededRandomness(seed: 11), count: 300)
    for input in inputs {
      for status in [200, 400] {
        let answer = HTTPAnswer(
          status: status, fields: try ResponseFields(["Content-Type": "application/json"]), body: Data(input))
        do {
          #expect(probe.leaks(in: try TokenAnswer(answer, sentAt: sentAt, expecting: .bearer)) == [])
        } catch {
          #expect(probe.leaks(in: error) == [])
        }
        #expect(probe.leaks(in: answer) == [])
      }
    }
  }
}
