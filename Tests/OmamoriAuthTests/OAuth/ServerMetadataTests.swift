@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct ServerMetadataTests {
  private func read(_ text: String) throws -> ServerMetadata {
    try ServerMetadata(document: Data(text.utf8), issuer: Issuer("https://as.example"))
  }

  @Test(arguments: [
    "http://as.example/token", "HTTPS:/as.example", "as.example/token", "https://user:pw@as.example/token",
    "https://as.example/token#x", "javascript:alert(1)", "//as.example/token", "",
  ])
  func insecureEndpointsAreRefused(_ url: String) {
    for endpoint in ServerEndpoint.allCases {
      #expect(throws: AuthError.metadata(.endpointInsecure)) {
        try read(#"{"issuer":"https://as.example","\#(endpoint.rawValue)":"\#(url)"}"#)
      }
    }
    #expect(throws: AuthError.metadata(.endpointInsecure)) {
      try read(#"{"issuer":"https://as.example","mtls_endpoint_aliases":{"token_endpoint":"\#(url)"}}"#)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"issuer":1}"#,
    #"{"issuer":"https://as.example","issuer":"https://as.example"}"#,
    #"{"issuer":"https://as.example"}x"#, #"{"issuer":"https://as.example","token_endpoint":1}"#,
    #"{"issuer":"https://as.example","code_challenge_methods_supported":"S256"}"#,
    #"{"issuer":"https://as.example","code_challenge_methods_supported":[256]}"#,
    #"{"issuer":"https://as.example","authorization_response_iss_parameter_supported":"true"}"#,
    #"{"issuer":"https://as.example","mtls_endpoint_aliases":[]}"#,
    #"{"issuer":"https://as.example","a":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}"#,
  ])
  func malformedDocumentsAreRefused(_ text: String) {
    #expect(throws: AuthError.metadata(.malformed)) { try read(text) }
  }

  @Test func nullsCountAsMissing() throws {
    let metadata = try read(
      #"{"issuer":"https://as.example","token_endpoint":null,"code_challenge_methods_supported":null}"#)
    #expect(metadata.endpoints.isEmpty && !metadata.statesProofKey)
    #expect(throws: AuthError.configuration(.endpointMissing)) { try metadata.url(of: .token) }
  }

  @Test func clientsWithCertificatesGoElsewhere() throws {
    let metadata = try read(
      #"""
      {"issuer":"https://as.example","token_endpoint":"https://as.example/token","revocation_endpoint":"https://as.example/r",
      "mtls_endpoint_aliases":{"token_endpoint":"https://mtls.as.example/token"}}
      """#)
    #expect(try metadata.url(of: .token, showingCertificate: true).text == "https://mtls.as.example/token")
    #expect(try metadata.url(of: .revocation, showingCertificate: true).text == "https://as.example/r")
    #expect(try metadata.url(of: .token).text == "https://as.example/token")
  }

  @Test func aServerWithAPathIsFoundBothWays() async throws {
    let issuer = "https://as.example/tenant"
    let first = try await TestSetting(issuer: issuer)
    #expect(first.server.log == ["/tenant/.well-known/openid-configuration"])
    let second = try await TestSetting(issuer: issuer) {
      $0.scripted["/tenant/.well-known/openid-configuration"] = [HTTPAnswer(status: 404)]
    }
    #expect(second.server.log.last == "/.well-known/oauth-authorization-server/tenant")
  }

  @Test(arguments: [
    (HTTPAnswer(status: 302), AuthError.response(.unexpectedRedirect)),
    (HTTPAnswer(status: 500), .response(.status(500))), (HTTPAnswer(status: 200), .metadata(.malformed)),
    (ServerAnswers.text("{}", type: "text/html"), .metadata(.malformed)),
    (
      ServerAnswers.text(String(repeating: " ", count: ServerMetadata.greatestSize + 1)),
      .response(.tooLarge(limit: ServerMetadata.greatestSize))
    ),
  ])
  func badAnswersAreRefused(_ answer: HTTPAnswer, _ error: AuthError) async throws {
    await #expect(throws: error) {
      try await TestSetting { $0.scripted["/.well-known/openid-configuration"] = [answer] }
    }
  }

  @Test func aServerWithoutMetadataSaysSo() async throws {
    let server = try TestAuthorizationServer()
    await #expect(throws: AuthError.metadata(.unavailable)) {
      try await ServerMetadata.discover(Issuer("https://as.example/nothing"), over: server)
    }
  }
}
