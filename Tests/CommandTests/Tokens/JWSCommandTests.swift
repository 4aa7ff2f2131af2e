import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori jws`: contents of every kind, signed by another library, and nothing of what is refused.
@Suite(
  "jws", .timeLimit(.minutes(5)),
  .enabled(if: JOSEPeer.isThere, "jwcrypto is not installed, which Tools/check/tests.sh does"))
struct JWSCommandTests {
  /// Bytes that are neither text nor JSON, with line ends that no program may touch.
  private static let content: [UInt8] = [0, 0x0A, 0xFF, 0x0D, 0x0A, 0x1B, 0x41, 0x0A]

  private let box: TokenSandbox
  private let peer: JOSEPeer

  init() throws {
    box = try TokenSandbox()
    peer = JOSEPeer(box: box)
    try box.folder.write(Self.content, to: "content")
  }

  private func sign(
    _ form: String = "compact", _ keys: String..., header: String = #"{"alg":"ES256"}"#, to name: String = "m"
  ) throws {
    _ = try peer.run(
      ["sign", form, header] + (keys.isEmpty ? ["key.json"] : keys), input: "content", to: name)
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: box.folder.path(name))))
  }

  @Test(arguments: ["compact", "flattened", "general"]) func theContentIsWrittenAsItIs(form: String) throws {
    try sign(form)
    let command = ["jws", "verify", "m", "-a", "ES256", "--key", "public.json"]
    let ended = try box.run(command + ["-o", "out"])
    #expect(ended.status == 0 && ended.output == "" && ended.errors == "", "\(ended.errors)")
    #expect(try bytes("out") == Self.content)
    // To standard output, and from standard input.
    let shell = "omamori jws verify -a ES256 --key public.json < m > piped"
    #expect(try Program("/bin/sh", ["-c", shell], in: box.folder).wait().status == 0)
    #expect(try bytes("piped") == Self.content)
    let json = try StrictJSON.parse(box.run(command + ["--json"]).output)
    #expect(json["verified"]?.boolValue == true)
    #expect(json["content"]?.stringValue == Base64URL.encode(Self.content))
    #expect(json["signatures"]?[0]?["algorithm"]?.stringValue == "ES256")
    // A file that is there stays, unless it may be replaced; the key and the message never are.
    #expect(try box.run(command + ["-o", "out"]).status == 2)
    #expect(try box.run(command + ["-o", "out", "--force"]).status == 0)
    for file in ["m", "public.json"] {
      #expect(try box.run(command + ["-o", file, "--force"]).status == 2)
    }
    let reported = try StrictJSON.parse(box.run(command + ["--json", "-o", "third"]).output)
    #expect(reported["content"] == nil && reported["contentBytes"]?.intValue == Self.content.count)
    #expect(try bytes("third") == Self.content)
  }

  @Test(arguments: [
    ("EC", "P-256", "ES256"), ("EC", "P-384", "ES384"), ("EC", "P-521", "ES512"), ("OKP", "Ed25519", "EdDSA"),
    ("RSA", "2048", "PS256"), ("oct", "256", "HS256"),
  ])
  func keysOfTheOtherLibraryVerify(kind: String, size: String, algorithm: String) throws {
    try peer.makeKey(kind, size, in: "theirs.json")
    try sign("compact", "theirs.json", header: #"{"alg":"\#(algorithm)"}"#)
    let ended = try box.run("jws", "verify", "m", "-a", algorithm, "--key", "theirs.json", "-o", "out")
    #expect(ended.status == 0 && ended.errors == "", "\(ended.errors)")
    #expect(try bytes("out") == Self.content)
  }

  @Test func theOtherLibraryVerifiesWhatWeSign() throws {
    try box.sign("token")
    let claims = try peer.run(["verify", "public.json"], input: "token")
    let ended = try box.run("jws", "verify", "token", "-a", "ES256", "--key", "public.json")
    #expect(ended.status == 0 && ended.output == claims)
    // Claims are more than their signature.
    #expect(ended.errors.contains("was not checked") && ended.errors.contains("omamori jwt verify"))
  }

  @Test(arguments: ["compact", "flattened", "general"])
  func nothingOfARefusedMessageIsWritten(form: String) throws {
    try sign(form)
    let text = try box.folder.read("m")
    let payload = Base64URL.encode(Self.content)
    try box.folder.write(text.replacing(payload, with: Base64URL.encode([1, 2, 3])), to: "changed")
    try box.succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "other.json")
    var other = try #require(try StrictJSON.parse(box.succeed("jwk", "public", "other.json")).objectValue)
    other["kid"] = nil
    try box.folder.write(JSONValue.object(other).text(), to: "other-public.json")
    for (file, key, algorithm, reason) in [
      ("changed", "public.json", "ES256", "signatureInvalid"),
      ("m", "other-public.json", "ES256", "signatureInvalid"),
      ("m", "public.json", "RS256", "algorithmNotAllowed"),
    ] {
      let words = ["jws", "verify", file, "--key", key, "-a", algorithm]
      let refused = try box.run(words + ["-o", "out"])
      #expect(refused.status == 1 && refused.output == "" && refused.errors.contains("refused"))
      #expect(try !box.folder.names().contains("out"))
      let piped = try box.run(words)
      #expect(piped.status == 1 && piped.output == "")
      let json = try StrictJSON.parse(box.run(words + ["--json"]).output)
      #expect(json["verified"]?.boolValue == false && json["content"] == nil)
      #expect(json["reason"]?.stringValue == reason)
    }
  }

  @Test func ofSeveralSignaturesOneHasToHoldAndNoneToBeWrong() throws {
    try box.succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "second.json")
    try sign("general", "key.json", "second.json")
    try box.folder.write(box.succeed("jwk", "public", "--set", "key.json", "second.json"), to: "both.json")
    let both = try StrictJSON.parse(
      box.run("jws", "verify", "m", "-a", "ES256", "--keys", "both.json", "--json").output)
    #expect(both["signatures"]?.arrayValue?.count == 2)
    let one = try StrictJSON.parse(
      box.run("jws", "verify", "m", "-a", "ES256", "--key", "public.json", "--json").output)
    #expect(one["verified"]?.boolValue == true && one["signatures"]?.arrayValue?.count == 1)
    // The second signature becomes a copy of the first.
    var message = try #require(try StrictJSON.parse(box.folder.read("m")).objectValue)
    var signatures = message["signatures"]?.arrayValue ?? []
    var second = try #require(signatures[1].objectValue)
    second["signature"] = signatures[0]["signature"]
    signatures[1] = .object(second)
    message["signatures"] = .array(signatures)
    try box.folder.write(JSONValue.object(message).text(), to: "mixed")
    let mixed = try box.run("jws", "verify", "mixed", "-a", "ES256", "--keys", "both.json")
    #expect(mixed.status == 1 && mixed.output == "")
  }

  /// A key without a name may be that of any signature, so that a wrong one says nothing.
  @Test func aKeyWithoutANameVerifiesOneOfSeveralSignatures() throws {
    for name in ["second", "third"] {
      try box.succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "\(name).json")
      try box.folder.write(box.succeed("jwk", "public", "\(name).json"), to: "\(name)-public.json")
    }
    for name in ["public", "second-public", "third-public"] {
      var key = try #require(try StrictJSON.parse(box.folder.read("\(name).json")).objectValue)
      key["kid"] = nil
      try box.folder.write(JSONValue.object(key).text(), to: "\(name).json")
    }
    try sign("general", "key.json", "second.json")
    for name in ["public.json", "second-public.json"] {
      let ended = try box.run("jws", "verify", "m", "-a", "ES256", "--key", name, "--json")
      let report = try StrictJSON.parse(ended.output)
      #expect(ended.status == 0 && report["signatures"]?.arrayValue?.count == 1, "\(ended.errors)")
      #expect(report["content"]?.stringValue == Base64URL.encode(Self.content))
    }
    let stranger = try box.run("jws", "verify", "m", "-a", "ES256", "--key", "third-public.json", "--json")
    #expect(stranger.status == 1 && stranger.output.contains("signatureInvalid"))
  }

  @Test func bytesDoNotGoToATerminal() throws {
    try sign()
    let terminal = try PseudoTerminal()
    let words = ["jws", "verify", "m", "-a", "ES256", "--key", "public.json"]
    let refused = try Program(Omamori.path, words, in: box.folder, terminal: terminal).wait()
    #expect(refused.status == 2)
    let shown = terminal.read()
    #expect(shown.contains("not a short text") && !shown.contains("\u{1B}A"))
    try box.folder.write("plain text\n", to: "content")
    try sign()
    #expect(try Program(Omamori.path, words, in: box.folder, terminal: terminal).wait().status == 0)
    #expect(terminal.read() == "plain text\r\n")
  }

  @Test(arguments: ["", "a.b", "a.b.c.d.e", "[1]", "{", "{}", #"{"payload":"AA"}"#, "/dev/zero"])
  func otherThingsAreNoMessages(text: String) throws {
    try box.folder.write(text, to: "m")
    let file = text.hasPrefix("/") ? text : "m"
    let ended = try box.run("jws", "verify", file, "-a", "ES256", "--key", "public.json")
    // What begins as JSON is a message that is refused.
    #expect(ended.status == (text.hasPrefix("{") ? 1 : 2) && ended.output == "", "\(ended.errors)")
  }

  @Test func everythingIsDemanded() throws {
    try sign()
    #expect(try box.run("jws", "verify", "m", "--key", "public.json").status == 2)
    #expect(try box.run("jws", "verify", "m", "-a", "ES256").status == 2)
    let twice = ["--key", "public.json", "--key", "public.json"]
    #expect(try box.run(["jws", "verify", "m", "-a", "ES256"] + twice).status == 2)
    #expect(try box.run("jws", "verify", "missing", "-a", "ES256", "--key", "public.json").status == 3)
    #expect(
      try box.run("jws", "verify", "m", "-a", "ES256", "-a", "HS256", "--key", "public.json").status == 2)
  }
}
