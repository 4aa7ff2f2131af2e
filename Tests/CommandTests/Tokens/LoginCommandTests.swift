import Foundation
import OmamoriCore
import TestSupport
import Testing

extension LoginCommands {
  /// Logging in and out.
  @Suite("login", .timeLimit(.minutes(10))) struct LoginCommandTests {
    @Test func fromLoginToLogout() throws {
      let lab = try LoginLab()
      #expect(try lab.run("token").status == 1)
      #expect(try lab.run("whoami").status == 1)
      #expect(try lab.run("logout").status == 1)
      let login = try lab.start(lab.loginWords()).wait()
      #expect(login.status == 0 && login.errors == "", "\(login.errors)")
      #expect(login.output.hasPrefix("Logged in at \(lab.server.issuer) as 'alice'.\n"))
      #expect(lab.server.requests == ["authorize", "code"])
      let token = try lab.token()
      #expect(token.hasPrefix("access-") && token.hasSuffix("\n"))
      #expect(try lab.token() == token)
      let login2 = try lab.whoAmI()
      #expect(login2?["subject"]?.stringValue == "alice")
      #expect(login2?["issuer"]?.stringValue == lab.server.issuer)
      #expect(login2?["state"]?.stringValue == "active")
      #expect(login2?["renewable"]?.boolValue == true)
      let text = try lab.run("whoami")
      #expect(text.status == 0 && text.output.contains("alice") && !text.output.contains("access-"))
      let logout = try lab.run("logout")
      #expect(logout.status == 0 && logout.output.contains("revoked"))
      #expect(lab.server.requests == ["authorize", "code", "revoke refresh 200"])
      #expect(try lab.run("token").status == 1)
      #expect(try lab.run("whoami").status == 1)
      // Nothing but the note that the session is over is left.
      #expect(try lab.home.run("list", "--service", "omamori.login", "--password-file", "pw").output == "")
    }

    @Test func withoutABrowserTheURLIsShown() throws {
      let lab = try LoginLab()
      let login = try lab.start(lab.loginWords(["--no-browser", "--json"]))
      let page = try lab.line("https://", of: login)
      #expect(try lab.browse(page).output == "200\n")
      let ended = try login.wait()
      #expect(ended.status == 0)
      let json = try StrictJSON.parse(ended.output)
      #expect(json["subject"]?.stringValue == "alice")
      #expect(!ended.output.contains("access-"))
      // The port is closed, and a code is taken once.
      #expect(try lab.browse(page).status != 0)
    }

    @Test func aDeviceIsApprovedElsewhere() throws {
      let lab = try LoginLab()
      let login = try lab.start(lab.loginWords(["--device", "--language", "ja"]))
      let code = try lab.line("入力するコード: ", of: login)
      #expect(code.hasSuffix("ABCD-EFGH"))
      try lab.server.waitFor("device-pending")
      let line = try lab.line("いずれかのデバイスで", of: login)
      #expect(try lab.browse(String(line.split(separator: " ")[1])).output == "200\n")
      #expect(try login.wait().status == 0)
      #expect(try lab.token().hasPrefix("access-"))
    }

    @Test func aPersonWhoDeclinesIsNotLoggedIn() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"denies\": true")
      let ended = try lab.start(lab.loginWords()).wait()
      #expect(ended.status == 1 && ended.output == "")
      #expect(ended.errors.contains("access_denied"))
      #expect(lab.server.requests == ["authorize"])
      #expect(try lab.run("token").status == 1)
    }

    @Test func anIdentityForOthersTooIsTakenOnlyWhereTheyAreTrusted() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"further_audiences\": [\"api\", \"reports\"]")
      for trusted in [[], ["--trusted-audience", "api"]] {
        let refused = try lab.start(lab.loginWords(trusted)).wait()
        #expect(refused.status == 1 && refused.errors.contains("aud"), "\(refused.errors)")
      }
      try lab.logIn("--trusted-audience", "api", "--trusted-audience", "reports")
      #expect(try lab.token().hasPrefix("access-"))
    }

    /// Anybody on this machine, and any page in the browser, can send something to the port.
    @Test func aForgedCallbackDoesNotEndALogin() throws {
      let lab = try LoginLab()
      let login = try lab.start(lab.loginWords(["--no-browser"]))
      let page = try lab.line("https://", of: login)
      let port = try #require(page.firstMatch(of: /127\.0\.0\.1%3A([0-9]+)%2Fcallback/)?.1)
      for query in ["code=x&state=y", "code=x", "error=access_denied&state=", "state=y&state=z&code=x"] {
        let forged = try lab.browse("http://127.0.0.1:\(port)/callback?\(query)")
        #expect(forged.status != 0 && forged.errors.contains("400"), "\(query): \(forged.output)")
      }
      // A server that sends another state is a forger, too.
      try lab.server.behave("\"forgets_state\": true")
      #expect(try lab.browse(page).errors.contains("400"))
      #expect(login.isRunning)
      try lab.server.behave("")
      #expect(try lab.browse(page).output == "200\n")
      let ended = try login.wait()
      #expect(ended.status == 0 && ended.output.contains("'alice'"), "\(ended.errors)")
    }

    @Test(arguments: [SIGINT, SIGTERM], [["--no-browser"], ["--device"]])
    func canBeStopped(signal: Int32, words: [String]) throws {
      let lab = try LoginLab()
      let login = try lab.start(lab.loginWords(words))
      let isDevice = words == ["--device"]
      let page = try lab.line(isDevice ? "and type" : "https://", of: login)
      login.signal(signal)
      let ended = try login.wait(seconds: 20)
      #expect(ended.status == 130 && ended.output == "")
      #expect(!ended.errors.contains("error"))
      if !isDevice { #expect(try lab.browse(page).status != 0) }
      #expect(try lab.run("whoami").status == 1)
    }

    @Test func aLockedKeychainIsNoAnswer() throws {
      let lab = try LoginLab()
      try lab.home.unlock()
      try lab.logIn(byAgent: true)
      let token = try lab.token(byAgent: true)
      #expect(try lab.home.run("lock").status == 0)
      for words in [["token"], ["whoami"], ["logout"]] {
        let ended = try lab.start(words, byAgent: true).wait()
        #expect(ended.status == 3 && ended.output == "", "\(words)")
      }
      #expect(try lab.start(lab.loginWords(), byAgent: true).wait().status == 3)
      #expect(lab.server.count("authorize") == 1)
      try lab.home.unlock()
      #expect(try lab.token(byAgent: true) == token)
    }

    @Test func severalLoginsHaveNames() throws {
      let lab = try LoginLab()
      try lab.logIn("--name", "one")
      try lab.logIn("--name", "two", "--resource", "https://api.example.com")
      let both = try lab.run("token")
      #expect(both.status == 2 && both.errors.contains("'one', 'two'"))
      let one = try lab.token("--name", "one")
      #expect(try lab.token("--audience", "https://api.example.com") != one)
      #expect(try lab.run("token", "--name", "three").status == 1)
      #expect(try lab.run("token", "https://login.example.com").status == 1)
      let taken = try lab.start(
        ["login", lab.server.issuer, "--client-id", "other", "--ca", "ca.pem", "--name", "one"]
      ).wait()
      #expect(taken.status == 2 && taken.errors.contains("is the name of a login"))
      // A login in the place of another gives back the tokens of that one.
      try lab.logIn("--name", "one")
      #expect(lab.server.count("revoke refresh 200") == 1)
      #expect(try lab.token("--name", "one") != one)
      let logout = try lab.run("logout", "--all", "--json")
      #expect(
        logout.status == 0 && logout.output.split(separator: "\n").count { $0.contains("revoked") } == 2)
      #expect(try lab.run("logout", "--all", "--name", "one").status == 2)
    }

    @Test func aSecretComesFromAFileAndIsKept() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"secret\": \"tool:the+secret\", \"lifetime\": 2")
      try lab.home.folder.write("the secret\n", to: "secret")
      // because the name is a string that outlives the call
      _ = unsafe chmod(lab.home.folder.path("secret"), 0o600)
      #expect(try lab.start(lab.loginWords()).wait().status == 1)
      #expect(lab.server.count("unauthorized") == 1)
      try lab.logIn("--client-secret-file", "secret")
      usleep(2_200_000)
      #expect(try lab.token().hasPrefix("access-"))
      #expect(lab.server.count("refresh") == 1)
      for name in ["whoami", "token"] { #expect(try !lab.run(name).output.contains("the secret")) }
    }

    @Test func logoutIsTriedAgainUntilTheServerKnows() throws {
      let lab = try LoginLab()
      try lab.logIn()
      try lab.server.behave("\"revoke_status\": 503")
      let first = try lab.run("logout")
      #expect(first.status == 3 && first.output.contains("cannot be reached"))
      #expect(try lab.run("token").status == 1)
      #expect(try lab.whoAmI()?["state"]?.stringValue == "revocationPending")
      try lab.server.behave("")
      let second = try lab.run("logout")
      #expect(second.status == 0 && second.output.contains("revoked"), "\(second.output)")
      #expect(lab.server.count("revoke refresh 200") == 1)
      #expect(try lab.run("logout").status == 1)
    }

    @Test func aServerThatRevokesNothingIsSaid() throws {
      let lab = try LoginLab()
      try lab.server.behave("\"revokes\": false")
      try lab.logIn()
      let logout = try lab.run("logout", "--language", "ja")
      #expect(logout.status == 0 && logout.output.contains("対応していません"))
    }

    @Test(arguments: [
      ["login", "http://login.example.com", "--client-id", "a"],
      ["login", "login.example.com", "--client-id", "a"],
      ["login", "https://login.example.com"], ["login", "https://login.example.com", "--client-id", ""],
      ["login", "https://login.example.com", "--client-id", "a", "--port", "65536"],
      ["login", "https://login.example.com", "--client-id", "a", "--name", ""],
      ["login", "https://login.example.com", "--client-id", "a", "--ca", "pw"],
      ["token", "--valid-for", "-1"],
    ])
    func mistakesAreSaidBeforeAnythingIsSent(words: [String]) throws {
      let lab = try LoginLab()
      let ended = try lab.start(words).wait()
      #expect(ended.status == 2 && ended.output == "", "\(ended.errors)")
    }
  }
}
