import Foundation
import OmamoriCore
import TestSupport
import Testing

extension LoginCommands {
  /// Servers whose answers are wrong or hostile: the answer is no, and the message says what can be done about it.
  @Suite("hostile server", .timeLimit(.minutes(10))) struct HostileServerTests {
    /// How a server behaves, and what the message and the hint have to hold.
    struct Case: Sendable, CustomTestStringConvertible {
      let behaviour: String
      let words: [String]
      let options: [String]
      var testDescription: String { behaviour }

      init(_ behaviour: String, _ words: String..., options: [String] = []) {
        (self.behaviour, self.words, self.options) = (behaviour, words, options)
      }
    }

    private static let metadata = "/.well-known/openid-configuration"
    private static let key =
      #"{"kty": "oct", "kid": "one", "k": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#
    private static let keySet = ["the server's key set cannot be used", "jwks_uri"]

    /// Answers of one path with a member replaced.
    private static func answer(_ path: String, _ name: String, _ value: String) -> String {
      #""answers": {"\#(path)": {"\#(name)": \#(value)}}"#
    }

    private static let missing = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map {
      Case(answer(metadata, $0, "null"), "does not offer the endpoint", "operator")
    }
    private static let keySets = [
      Case(#""answers": {"/jwks": {"keys": [{"kid": "one"}, {"kid": "one"}]}}"#, keySet[0], keySet[1]),
      Case(
        #""answers": {"/jwks": {"keys": [\#(Array(repeating: "{}", count: 101).joined(separator: ","))]}}"#,
        keySet[0], "100", keySet[1]),
      Case(#""padding": {"/jwks": 50000000}"#, "larger than 1048576 bytes", "operator"),
    ]

    private static let discovery = [
      Case(#""issuer": "https://127.0.0.1""#, "'https://127.0.0.1'", "not 'https://127.0.0.1:"),
      Case(#""issuer": "https://\u001b[31mevil""#, #"\u{1b}"#),
      Case(answer(metadata, "token_endpoint", #""http://127.0.0.1/token""#), "https URL", "operator"),
      Case(answer(metadata, "code_challenge_methods_supported", #"["plain"]"#), "PKCE", "--assume-pkce"),
      Case(answer(metadata, "code_challenge_methods_supported", "null"), "PKCE", "--assume-pkce"),
      Case(#""texts": {"\#(metadata)": "{\"issuer\": \"a\", \"issuer\": \"a\"}"}"#, "metadata"),
      Case(#""redirects": ["\#(metadata)"]"#, "elsewhere", "operator"),
      Case(#""padding": {"\#(metadata)": 50000000}"#, "larger than 1048576 bytes", "operator"),
      Case(#""padding": {"\#(metadata)": 300000}"#, "larger than 262144 bytes", "operator"),
      Case(#""lengths": {"\#(metadata)": 5}"#, "operator"),
      Case(
        answer(metadata, "authorization_endpoint", #""https://127.0.0.1/authorize?client_id=other""#), "twice"
      ),
    ]

    private static let login = [
      Case(answer("/token", "token_type", #""mac""#), "type", "operator"),
      Case(answer("/token", "id_token", "null"), "lacks", "operator"),
      Case(answer("/token", "access_token", #""a\r\nb""#), "characters", "operator"),
      Case(#""texts": {"/token": "{\"access_token\": \"a\", \"access_token\": \"b\"}"}"#, "JSON", "operator"),
      Case(#""redirects": ["/token"]"#, "elsewhere", "operator"),
      Case(#""padding": {"/token": 50000000}"#, "larger than 1048576 bytes", "operator"),
      Case(#""answers": {"/jwks": {"keys": [\#(key)]}}"#, keySet[0], keySet[1]),
      Case(#""token_status": 404"#, "404", "operator"),
      Case(
        answer(metadata, "device_authorization_endpoint", "null"), "no login with a device code",
        options: ["--device"]),
      Case(answer("/device", "interval", "200"), "expires", "operator", options: ["--device"]),
    ]

    @Test(arguments: discovery + missing + login + keySets) func theAnswerIsNo(_ example: Case) throws {
      let lab = try LoginLab()
      try lab.server.behave(example.behaviour)
      let ended = try lab.start(lab.loginWords(example.options)).wait()
      #expect(ended.status == 1 && ended.output == "", "\(ended.status) \(ended.errors)")
      for word in example.words { #expect(ended.errors.contains(word), "\(ended.errors)") }
      for word in ["policy", "give a key", "orrect the settings", "\u{1B}[31m"] {
        #expect(!ended.errors.contains(word), "\(ended.errors)")
      }
      #expect(ended.seconds < 30)
      #expect(try lab.run("token").status == 1)
    }

    @Test(arguments: keySets) func keysThatAreFetchedAreJudgedAsThoseOfALogin(_ example: Case) throws {
      let lab = try LoginLab()
      try lab.server.behave(example.behaviour)
      let parts = [Array(#"{"alg":"RS256","kid":"one"}"#.utf8), Array("{}".utf8), [1, 2, 3]]
      try lab.home.folder.write(parts.map { Base64URL.encode($0) }.joined(separator: "."), to: "token")
      let words = [
        "jwt", "verify", "token", "--issuer", lab.server.issuer, "--audience", "tool", "-a", "RS256",
        "--keys-url", lab.server.issuer + "/jwks", "--ca", "ca.pem",
      ]
      let ended = try Program(Omamori.path, words, in: lab.home.folder).wait()
      #expect(ended.status == 1 && ended.output == "", "\(ended.status) \(ended.errors)")
      for word in example.words { #expect(ended.errors.contains(word), "\(ended.errors)") }
    }

    @Test(arguments: ["en", "ja"]) func aSlashAtTheEndIsPointedOut(language: String) throws {
      let lab = try LoginLab()
      let issuer = lab.server.issuer + "/"
      let ended = try lab.run(
        "login", issuer, "--client-id", "tool", "--ca", "ca.pem", "--language", language)
      #expect(ended.status == 1)
      #expect(ended.errors.contains("'\(lab.server.issuer)'") && ended.errors.contains("'\(issuer)'"))
      #expect(ended.errors.contains(language == "ja" ? "スラッシュ" : "the slash at the end counts"))
    }

    @Test func anUnknownRootCanBeGiven() throws {
      let lab = try LoginLab()
      let ended = try lab.run("login", lab.server.issuer, "--client-id", "tool")
      #expect(ended.status == 1 && ended.errors.contains("certificate") && ended.errors.contains("--ca FILE"))
      #expect(!ended.errors.contains("policy"))
    }

    @Test func aServerInTroubleIsNoAnswer() throws {
      let lab = try LoginLab()
      for status in [429, 503] {
        try lab.server.behave(#""token_status": \#(status)"#)
        #expect(try lab.start(lab.loginWords()).wait().status == 3)
      }
      lab.server.stop()
      #expect(try lab.start(lab.loginWords()).wait().status == 3)
    }

    @Test func aDeviceLoginWithoutAnIdentityTokenSaysSo() throws {
      let lab = try LoginLab()
      try lab.server.behave(Self.answer("/token", "id_token", "null"))
      let login = try lab.start(lab.loginWords(["--device", "--json"]))
      let line = try lab.line("Open this page", of: login)
      #expect(try lab.browse(String(try #require(line.split(separator: " ").last))).output == "200\n")
      let ended = try login.wait()
      #expect(ended.status == 0 && ended.errors.contains("no identity token came"), "\(ended.errors)")
      let json = try StrictJSON.parse(ended.output)
      #expect(json["subject"] == nil && json["subjectMissing"]?.stringValue == "noIdentityToken")
      #expect(try lab.whoAmI()?["subjectMissing"]?.stringValue == "noIdentityToken")
      #expect(try lab.run("whoami").output.contains("the server sent no identity token"))
    }

    @Test func aSessionThatIsOverNamesTheCommandToType() throws {
      let lab = try LoginLab()
      try lab.server.behave(#""lifetime": 2"#)
      try lab.logIn(
        "--name", "at work", "--scope", "openid offline_access", "--trusted-audience", "~api")
      usleep(2_100_000)
      try lab.server.behave(#""refuses": true"#)
      let ended = try lab.run("token")
      let command =
        "omamori login \(lab.server.issuer) --client-id tool --scope 'openid offline_access' "
        + "--trusted-audience '~api' --name 'at work' --ca FILE"
      #expect(ended.status == 1 && ended.errors.contains("hint: run: \(command)\n"), "\(ended.errors)")
    }
  }
}
