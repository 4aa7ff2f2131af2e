@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

/// The modules of the plan `oidcc-client-config-certification-test-plan` of the OpenID conformance suite, restated.
@Suite struct ConfigurationProfileTests {
  @Test("oidcc-client-test-discovery-openid-config") func discovery() async throws {
    let setting = try await TestSetting()
    let metadata = setting.client.metadata
    #expect(metadata.endpoints[.token]?.text == "https://as.example/token")
    #expect(metadata.endpoints.count == ServerEndpoint.allCases.count)
    #expect(metadata.statesProofKey && metadata.statesIssuerInCallback)
    #expect(metadata.identityTokenAlgorithms == [.rs256, .es256, .hs256])
  }

  @Test("oidcc-client-test-discovery-jwks-uri-keys") func keysOfTheServer() async throws {
    let setting = try await TestSetting { $0.algorithm = .es256 }
    #expect(try await setting.logIn().identity?.key.identifier == "ec-1")
  }

  @Test(
    "oidcc-client-test-discovery-issuer-mismatch",
    arguments: [
      "https://as.example/", "https://AS.example", "https://as.example:443", "https://other.example", "",
    ])
  func issuerMismatch(_ name: String) async throws {
    await #expect(throws: AuthError.metadata(.issuerMismatch)) {
      try await TestSetting { $0.editMetadata = { $0["issuer"] = .string(name) } }
    }
  }

  @Test("oidcc-client-test-idtoken-sig-none") func unsigned() async throws {
    let setting = try await TestSetting { $0.signature = .none }
    await #expect(throws: AuthError.token(.algorithmNotAllowed)) { try await setting.logIn() }
  }

  @Test("oidcc-client-test-signing-key-rotation-just-before-signing") func rotationJustBefore() async throws {
    let setting = try await TestSetting()
    _ = try await setting.logIn()
    try setting.server.rotateKeys(keepingOld: false)
    setting.clock.advance(by: .seconds(31))
    #expect(try await setting.logIn().identity != nil)
    #expect(setting.server.log.filter { $0 == "/jwks" }.count == 2)
  }

  @Test("oidcc-client-test-signing-key-rotation") func rotation() async throws {
    let setting = try await TestSetting()
    for _ in 0..<3 {
      #expect(try await setting.logIn().identity != nil)
      try setting.server.rotateKeys(keepingOld: true)
      setting.clock.advance(by: .seconds(3600))
    }
  }
}
