import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct LoginTests {
  @Test func aPersonLogsIn() async throws {
    let setting = try await TestSetting()
    let login = try await setting.logIn()
    #expect(login.identity?.claims.subject == "248289761001")
    #expect(login.tokens.lifetime == .seconds(3600))
    #expect(login.tokens.refreshToken != nil)
    #expect(login.tokens.serverDate == setting.clock.date)
    #expect(setting.server.log == ["/.well-known/openid-configuration", "/par", "/token", "/jwks"])
  }
}
