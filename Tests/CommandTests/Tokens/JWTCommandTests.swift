import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori jwt`: what is shown, what is believed, what is signed.
@Suite("jwt", .timeLimit(.minutes(5))) struct JWTCommandTests {
  @Test func aSignedTokenIsVerified() throws {
    let box = try TokenSandbox()
    try box.sign("token")
    #expect(try box.permissions(of: "token") == 0o600)
    let verified = try box.verify("token")
    #expect(verified.status == 0 && verified.output.hasPrefix("VERIFIED: ES256, key "))
    let json = try StrictJSON.parse(box.verify("token", "--json").output)
    #expect(json["verified"]?.boolValue == true)
    #expect(json["claims"]?["sub"]?.stringValue == "alice")
    #expect(json["claims"]?["jti"]?.stringValue?.utf8.count == 22)
    let (issued, expiry) = (json["claims"]?["iat"]?.intValue ?? 0, json["claims"]?["exp"]?.intValue ?? 0)
    #expect(expiry - issued == 600)
    #expect(abs(Double(issued) - Date().timeIntervalSince1970) < 60)
  }

  @Test(arguments: [
    (["--issuer", "https://login.example.com/"], "claimMismatch:iss"),
    (["--audience", "another"], "claimMismatch:aud"), (["--subject", "bob"], "claimMismatch:sub"),
    (["--nonce", "n"], "claimMissing:nonce"), (["--type", "at+jwt"], "wrongType"),
  ])
  func whatIsDemandedIsRefused(words: [String], reason: String) throws {
    let box = try TokenSandbox()
    try box.sign("token")
    var command = ["jwt", "verify", "token", "--key", "public.json", "-a", "ES256", "--json"]
    // An issuer or an audience that is named again is one more that is accepted.
    for (option, value) in [("--issuer", TokenSandbox.issuer), ("--audience", TokenSandbox.audience)]
    where !words.contains(option) { command += [option, value] }
    let ended = try box.run(command + words)
    #expect(ended.status == 1)
    let json = try StrictJSON.parse(ended.output)
    #expect(json["verified"]?.boolValue == false)
    #expect(json["reason"]?.stringValue == reason)
    // Nothing of a token that is refused is shown.
    #expect(json["claims"] == nil && !ended.output.contains("alice"))
  }

  @Test func oneOfSeveralIssuersAndAudiencesIsEnough() throws {
    let box = try TokenSandbox()
    try box.sign("token", "--audience", "second")
    let command = ["jwt", "verify", "token", "-a", "ES256", "--key", "public.json"]
    let audiences = ["--audience", "other", "--audience", "second"]
    let issuers = ["--issuer", "https://other.example", "--issuer", TokenSandbox.issuer]
    #expect(try box.run(command + issuers + audiences).status == 0)
    let stranger = try box.run(command + issuers + ["--audience", "other", "--audience", "third", "--json"])
    #expect(stranger.status == 1 && stranger.output.contains("claimMismatch:aud"))
    let foreign = try box.run(
      command + audiences + ["--issuer", "https://a.example", "--issuer", "https://b.example", "--json"])
    #expect(foreign.status == 1 && foreign.output.contains("claimMismatch:iss"))
  }

  @Test func keysOfOneIssuerDoNotVouchForAnother() throws {
    let box = try TokenSandbox()
    let (mine, other) = (TokenSandbox.issuer, "https://other.example")
    try box.succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "other.json")
    try box.folder.write(box.succeed("jwk", "public", "other.json"), to: "other-public.json")
    // Both keys answer to whatever name the token gives, so that nothing but the issuer tells them apart.
    for name in ["public.json", "other-public.json"] {
      var key = try #require(try StrictJSON.parse(box.folder.read(name)).objectValue)
      key["kid"] = nil
      try box.folder.write(JSONValue.object(key).text(), to: name)
    }
    try box.sign("mine")
    try box.sign("forged", key: "other.json")
    let words = ["--issuer", mine, "--issuer", other, "--key", "public.json", "--key", "other-public.json"]
    let command = ["-a", "ES256", "--audience", TokenSandbox.audience, "--json"]
    #expect(try box.run(["jwt", "verify", "mine"] + words + command).status == 0)
    // The other issuer's key signed for the first one's name.
    let forged = try box.run(["jwt", "verify", "forged"] + words + command)
    #expect(forged.status == 1 && forged.output.contains("signatureInvalid"))
    let swapped = ["--issuer", other, "--issuer", mine, "--key", "public.json", "--key", "other-public.json"]
    #expect(try box.run(["jwt", "verify", "mine"] + swapped + command).status == 1)
    let uneven = try box.run(["jwt", "verify", "mine", "--issuer", mine] + words.suffix(4) + command)
    #expect(uneven.status == 2 && uneven.errors.contains("do not go with the issuers"))
  }

  @Test func algorithmsAndKeysAreNotMixedUp() throws {
    let box = try TokenSandbox()
    try box.sign("token")
    #expect(try box.verify("token", algorithm: "RS256").status == 1)
    try box.succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "other.json")
    // The name of the key in the token is not this one's.
    let other = try box.verify("token", "--json", key: "other.json")
    #expect(other.status == 1 && other.output.contains("noKey"))
    try box.sign("forged", "--key-id", "forged", key: "other.json")
    try box.succeed("jwk", "public", "key.json")
    let key = try StrictJSON.parse(box.folder.read("public.json"))
    var renamed = try #require(key.objectValue)
    renamed["kid"] = "forged"
    try box.folder.write(JSONValue.object(renamed).text(), to: "renamed.json")
    let forged = try box.verify("forged", key: "renamed.json")
    #expect(forged.status == 1 && forged.errors.contains("signature"))
    // The public key as a secret.
    try box.writeToken(
      #"{"alg":"HS256"}"#, #"{"iss":"https://login.example.com","aud":"app"}"#, to: "confused")
    #expect(try box.verify("confused", algorithm: "HS256").status == 1)
    #expect(try box.verify("confused", "-a", "HS256").status == 2)
    try box.writeToken(#"{"alg":"none"}"#, #"{"iss":"https://login.example.com","aud":"app"}"#, to: "none")
    let none = try box.verify("none", "--json")
    #expect(none.status == 1 && none.output.contains("algorithmNotAllowed"))
  }

  @Test func timesCount() throws {
    let box = try TokenSandbox()
    let now = Int(Date().timeIntervalSince1970)
    try box.folder.write(#"{"nbf": \#(now + 200)}"#, to: "later.json")
    try box.sign("later", "--claims", "later.json")
    let later = try box.verify("later", "--json")
    #expect(later.status == 1 && later.output.contains("notYetValid"))
    #expect(try box.verify("later", "--leeway", "240").status == 0)
    let tooLong = try box.verify("later", "--leeway", "301")
    #expect(tooLong.status == 2)
    try box.sign("short", "--expires-in", "1s")
    #expect(try box.verify("short").status == 0)
    usleep(2_100_000)
    let expired = try box.verify("short", "--leeway", "0", "--json")
    #expect(expired.status == 1 && expired.output.contains("\"expired\""))
    #expect(try box.run("jwt", "decode", "short").output.contains(", expired)"))
  }

  @Test func everythingIsDemanded() throws {
    let box = try TokenSandbox()
    try box.sign("token")
    let all = [
      ("--issuer", TokenSandbox.issuer), ("--audience", TokenSandbox.audience), ("-a", "ES256"),
      ("--key", "public.json"),
    ]
    for missing in all.indices {
      let words = all.indices.filter { $0 != missing }.flatMap { [all[$0].0, all[$0].1] }
      let ended = try box.run(["jwt", "verify", "token"] + words)
      #expect(ended.status == 2 && ended.output == "", "\(words)")
    }
    #expect(try box.verify("token", "--keys", "public.json").status == 2)
    #expect(try box.verify("token", "--issuer", "").status == 2)
    let twice = try box.verify("token", "--issuer", TokenSandbox.issuer)
    #expect(twice.status == 2 && twice.errors.contains("an issuer is given twice"), "\(twice.errors)")
  }

  @Test func whatIsShownIsMarkedAndHarmless() throws {
    let box = try TokenSandbox()
    try box.writeToken(
      #"{"alg":"ES256","jku":"https://evil.example/keys"}"#,
      "{\"name\":\"\u{9b}31m\u{202e}\u{7f}a\",\"\u{1b}]0;x\\u0007\":1,\"exp\":1e300}", to: "token")
    for words in [[], ["--json"], ["--language", "ja"]] {
      let ended = try box.run(["jwt", "decode", "token"] + words)
      #expect(ended.status == 0 || ended.status == 2)
      let isHarmless = (ended.output + ended.errors).unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(isHarmless)
    }
    try box.writeToken(#"{"alg":"ES256"}"#, #"{"a":"\u202e\u001b[31m","b":"\udb40\udc41"}"#, to: "token")
    let text = try box.run("jwt", "decode", "token").output
    #expect(text.hasPrefix("UNVERIFIED: "))
    #expect(text.contains(#"a: "\u202E\u001B[31m""#))
    #expect(text.contains(#"b: "\uDB40\uDC41""#))
    let json = try StrictJSON.parse(box.run("jwt", "decode", "token", "--json").output)
    #expect(json["verified"]?.boolValue == false)
    #expect(json["claims"]?["a"]?.stringValue == "\u{202e}\u{1b}[31m")
  }

  @Test func strangeContentIsSaidToBeStrange() throws {
    let box = try TokenSandbox()
    for content in [#"{"sub":"a","sub":"b"}"#, "[1]", "", "\u{0}"] {
      try box.writeToken(#"{"alg":"ES256"}"#, content, to: "token")
      let json = try StrictJSON.parse(box.run("jwt", "decode", "token", "--json").output)
      #expect(json["claims"] == nil)
      #expect(json["contentBytes"]?.intValue == content.utf8.count)
    }
    let deep = String(repeating: "[", count: 5_000)
    try box.writeToken(#"{"alg":"ES256"}"#, deep, to: "token")
    #expect(try box.run("jwt", "decode", "token").output.contains("not claims"))
    try box.folder.write("eyJhbGciOiJkaXIifQ.." + "AA.AA.AA", to: "encrypted")
    let encrypted = try box.run("jwt", "decode", "encrypted")
    #expect(encrypted.status == 0 && encrypted.output.contains("The content is encrypted."))
  }

  @Test(arguments: ["", "\n", "a.b", "a.b.c.d", "....", "eyJhbGciOiJub25lIn0.e30"])
  func otherThingsAreNoTokens(text: String) throws {
    let box = try TokenSandbox()
    try box.folder.write(text, to: "token")
    let ended = try box.run("jwt", "decode", input: "token")
    #expect(ended.status == 2 && ended.output == "")
    #expect(try box.verify("token").status == 2)
  }

  @Test func inputIsBounded() throws {
    let box = try TokenSandbox()
    try box.folder.write(String(repeating: "a", count: 70_000), to: "token")
    #expect(try box.run("jwt", "decode", "token").status == 2)
    let endless = try box.run("jwt", "decode", "/dev/zero")
    #expect(endless.status == 2 && endless.seconds < 20)
  }

  @Test func claimsComeFromAFile() throws {
    let box = try TokenSandbox()
    try box.folder.write(#"{"role":"reader","jti":"mine","nested":{"a":[1,null]}}"#, to: "claims.json")
    try box.sign("token", "--claims", "claims.json", "--audience", "second", "--type", "at+jwt")
    let json = try StrictJSON.parse(box.verify("token", "--type", "at+jwt", "--json").output)
    #expect(json["claims"]?["aud"]?.arrayValue == ["app", "second"])
    #expect(json["claims"]?["jti"]?.stringValue == "mine")
    #expect(json["claims"]?["nested"]?["a"]?.arrayValue == [1, nil])
    for text in [#"{"exp":1}"#, #"{"iss":"x"}"#, "[]", #"{"a":1,"a":2}"#, "{"] {
      try box.folder.write(text, to: "claims.json")
      let ended = try box.run(
        "jwt", "sign", "--key", "key.json", "-a", "ES256", "--issuer", "a", "--audience", "b", "--expires-in",
        "1m", "--claims", "claims.json")
      #expect(ended.status == 2 && ended.output == "")
    }
  }

  @Test func keysAreForOneThing() throws {
    let box = try TokenSandbox()
    let words = ["--issuer", "a", "--audience", "b", "--expires-in", "1m"]
    #expect(try box.run(["jwt", "sign", "--key", "public.json", "-a", "ES256"] + words).status == 2)
    #expect(try box.run(["jwt", "sign", "--key", "key.json", "-a", "ES384"] + words).status == 2)
    try box.succeed("jwk", "generate", "X25519", "--use", "enc", "-o", "x.json")
    #expect(try box.run(["jwt", "sign", "--key", "x.json", "-a", "EdDSA"] + words).status == 2)
    // because the name is a string that outlives the call
    _ = unsafe chmod(box.folder.path("key.json"), 0o644)
    let open = try box.run(["jwt", "sign", "--key", "key.json", "-a", "ES256"] + words)
    #expect(open.status == 0 && open.errors.contains("can be read by other users"))
    let existing = try box.run(
      ["jwt", "sign", "--key", "key.json", "-a", "ES256", "-o", "key.json"] + words)
    #expect(existing.status == 2)
  }
}
