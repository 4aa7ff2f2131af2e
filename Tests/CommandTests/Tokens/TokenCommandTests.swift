import Foundation
import OmamoriCore
import TestSupport
import Testing

extension LoginCommands {
  /// Tokens that are renewed, by one process and by many.
  @Suite("token", .timeLimit(.minutes(10))) struct TokenCommandTests {
    /// A person who logged in and whose token has expired.
    private func expired(_ behaviour: String = "", byAgent: Bool = false) throws -> LoginLab {
      let lab = try LoginLab()
      if byAgent { try lab.home.unlock() }
      try lab.server.behave("\"lifetime\": 2")
      try lab.logIn(byAgent: byAgent)
      usleep(2_100_000)
      try lab.server.behave(behaviour)
      return lab
    }

    @Test(arguments: [false, true]) func manyProcessesRefreshOnce(byAgent: Bool) throws {
      let lab = try expired("\"delay\": 1", byAgent: byAgent)
      let programs = try (0..<4).map { _ in try lab.start(["token"], byAgent: byAgent) }
      let ended = try programs.map { try $0.wait(seconds: 120) }
      for end in ended { #expect(end.status == 0, "\(end.errors)") }
      #expect(Set(ended.map(\.output)).count == 1)
      #expect(lab.server.requests == ["authorize", "code", "refresh"])
      #expect(try lab.whoAmI()?["state"]?.stringValue == "active")
    }

    @Test func aProcessThatIsKilledLosesNothingWithGrace() throws {
      let lab = try expired("\"delay\": 30, \"grace\": true")
      let first = try lab.start(["token"])
      try lab.server.waitFor("refresh")
      first.signal(SIGKILL)
      #expect(try first.wait().output == "")
      #expect(try lab.whoAmI()?["state"]?.stringValue == "outcomeUnknown")
      try lab.server.behave("\"grace\": true")
      let token = try lab.token()
      #expect(token.hasPrefix("access-"))
      #expect(lab.server.requests == ["authorize", "code", "refresh", "refresh-again"])
      #expect(try lab.token() == token)
    }

    @Test func aProcessThatIsKilledIsReportedWithoutGrace() throws {
      let lab = try expired("\"delay\": 30")
      let first = try lab.start(["token"])
      try lab.server.waitFor("refresh")
      first.signal(SIGKILL)
      _ = try first.wait()
      try lab.server.behave("")
      let ended = try lab.run("token")
      #expect(ended.status == 1 && ended.output == "")
      #expect(ended.errors.contains("interrupted"))
      // The token was sent twice, and never again.
      #expect(lab.server.requests == ["authorize", "code", "refresh", "refresh-reused"])
      #expect(try lab.run("token").status == 1)
      #expect(lab.server.requests.count == 4)
      #expect(try lab.whoAmI()?["state"]?.stringValue == "loginRequired")
      try lab.logIn()
      #expect(try lab.token().hasPrefix("access-"))
    }

    @Test func controlCStopsWaiting() throws {
      let lab = try expired("\"delay\": 20, \"grace\": true")
      let token = try lab.start(["token"])
      try lab.server.waitFor("refresh")
      token.signal(SIGINT)
      let ended = try token.wait(seconds: 15)
      #expect(ended.status == 130 && ended.output == "" && ended.errors == "")
      try lab.server.behave("\"grace\": true")
      #expect(try lab.token().hasPrefix("access-"))
    }

    @Test func whoIsLoggedOutByTheServerIsToldSo() throws {
      let lab = try expired("\"refuses\": true")
      let ended = try lab.run("token")
      #expect(ended.status == 1 && ended.output == "")
      #expect(ended.errors.contains("log in again"))
      let again = try lab.run("token", "--language", "ja")
      #expect(again.status == 1 && again.errors.contains("再度サインインが必要です"))
      #expect(lab.server.count("refresh-refused") == 1)
      let who = try lab.run("whoami")
      #expect(who.status == 1 && who.output.contains("log in again"))
    }

    @Test func aServerInTroubleLogsNobodyOut() throws {
      let lab = try expired("\"token_status\": 503")
      let busy = try lab.run("token")
      #expect(busy.status == 3 && busy.output == "", "\(busy.errors)")
      #expect(try lab.run("whoami").status == 0)
      try lab.server.behave("")
      #expect(try lab.token().hasPrefix("access-"))
      lab.server.stop()
      // A token that is valid needs no server.
      #expect(try lab.token().hasPrefix("access-"))
    }

    @Test func aServerThatIsGoneLogsNobodyOut() throws {
      let lab = try expired()
      lab.server.stop()
      let ended = try lab.run("token")
      #expect(ended.status == 3 && ended.output == "")
      #expect(try lab.run("whoami").status == 0)
      let logout = try lab.run("logout")
      #expect(logout.status == 3)
      #expect(try lab.run("token").status == 1)
    }

    /// A renewal in the background is over before the process ends, or its result would be lost.
    @Test func nothingIsLeftBehindInTheBackground() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"lifetime\": 20")
      try lab.logIn()
      let first = try lab.token()
      // Of twenty seconds a new token is waited for in the last two, and fetched in the background in the two before.
      usleep(16_100_000)
      try lab.server.behave("\"delay\": 1")
      let second = try lab.token()
      #expect(lab.server.requests == ["authorize", "code", "refresh"])
      let third = try lab.token()
      #expect(third != first)
      #expect(second == first || second == third)
      #expect(lab.server.requests == ["authorize", "code", "refresh"])
    }

    @Test func aTokenCanBeAskedToLast() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"lifetime\": 100")
      try lab.logIn()
      let first = try lab.token("--valid-for", "10")
      try lab.server.behave("\"lifetime\": 3600")
      let second = try lab.token("--valid-for", "600")
      #expect(lab.server.count("refresh") <= 1)
      #expect(first.hasPrefix("access-") && second.hasPrefix("access-"))
    }

    @Test func withoutARefreshTokenThePersonIsAskedAgain() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"lifetime\": 3, \"keeps_refresh_tokens\": true")
      let login = try lab.start(lab.loginWords()).wait()
      #expect(login.status == 0 && login.output.contains("offline_access"))
      #expect(try lab.whoAmI()?["renewable"]?.boolValue == false)
      usleep(3_200_000)
      let ended = try lab.run("token")
      #expect(ended.status == 1 && ended.errors.contains("log in again"))
    }
  }
}
