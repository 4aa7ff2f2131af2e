import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori jwe`: what another library encrypted, for keys and for passwords.
@Suite(
  "jwe", .timeLimit(.minutes(5)),
  .enabled(if: JOSEPeer.isThere, "jwcrypto is not installed, which Tools/check/tests.sh does"))
struct JWECommandTests {
  private static let content: [UInt8] = [0x0A, 0, 0xFF, 0x0D, 0x0A, 0x1B, 0x42, 0x0A]
  private static let header = #"{"alg":"ECDH-ES+A256KW","enc":"A256GCM"}"#

  private let box: TokenSandbox
  private let peer: JOSEPeer

  init() throws {
    box = try TokenSandbox()
    peer = JOSEPeer(box: box)
    try box.folder.write(Self.content, to: "content")
    try box.succeed("jwk", "generate", "P-256", "-a", "ECDH-ES+A256KW", "-o", "mine.json")
    try box.folder.write(box.succeed("jwk", "public", "mine.json"), to: "mine-public.json")
  }

  private func encrypt(
    _ form: String = "compact", to key: String = "mine-public.json", header: String = header
  ) throws {
    _ = try peer.run(["encrypt", form, header, key], input: "content", to: "m")
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: box.folder.path(name))))
  }

  @Test(arguments: ["compact", "flattened", "general"]) func ourKeysDecryptTheirMessages(form: String) throws
  {
    try encrypt(form)
    let command = ["jwe", "decrypt", "m", "--key", "mine.json", "-a", "ECDH-ES+A256KW"]
    let ended = try box.run(command + ["-o", "out"])
    #expect(ended.status == 0 && ended.output == "" && ended.errors == "", "\(ended.errors)")
    #expect(try bytes("out") == Self.content)
    #expect(try box.permissions(of: "out") == 0o600)
    let shell = "omamori jwe decrypt --key mine.json -a ECDH-ES+A256KW < m > piped"
    #expect(try Program("/bin/sh", ["-c", shell], in: box.folder).wait().status == 0)
    #expect(try bytes("piped") == Self.content)
    let json = try StrictJSON.parse(box.run(command + ["--json"]).output)
    #expect(json["decrypted"]?.boolValue == true && json["encryption"]?.stringValue == "A256GCM")
    #expect(json["content"]?.stringValue == Base64URL.encode(Self.content))
    #expect(try box.run(command + ["-o", "out"]).status == 2)
    #expect(try box.run(command + ["-o", "out", "--force"]).status == 0)
    for file in ["m", "mine.json"] {
      #expect(try box.run(command + ["-o", file, "--force"]).status == 2)
    }
  }

  @Test(arguments: [
    ("EC", "P-384", "ECDH-ES", "A128GCM"), ("OKP", "X25519", "ECDH-ES+A128KW", "A256CBC-HS512"),
    ("RSA", "2048", "RSA-OAEP-256", "A256GCM"), ("RSA", "2048", "RSA-OAEP", "A128CBC-HS256"),
    ("oct", "256", "A256KW", "A256GCM"), ("oct", "128", "A128GCMKW", "A128GCM"),
    ("oct", "256", "dir", "A256GCM"),
  ])
  func theirKeysDecryptTheirMessages(kind: String, size: String, algorithm: String, content: String) throws {
    try peer.makeKey(kind, size, in: "theirs.json")
    try encrypt(to: "theirs.json", header: #"{"alg":"\#(algorithm)","enc":"\#(content)"}"#)
    let words = ["jwe", "decrypt", "m", "--key", "theirs.json", "-a", algorithm]
    let ended = try box.run(words + ["--encryption", content, "-o", "out"])
    #expect(ended.status == 0 && ended.errors == "", "\(ended.errors)")
    #expect(try bytes("out") == Self.content)
    let other = content == "A128GCM" ? "A192GCM" : "A128GCM"
    let narrow = try box.run(words + ["--encryption", other])
    // A shared key that fits no algorithm at all is the caller's mistake.
    #expect(narrow.status == (algorithm == "dir" ? 2 : 1) && narrow.output == "")
  }

  @Test func aPasswordComesFromAFileADescriptorOrATerminal() throws {
    try encrypt(
      to: "PASSWORD:correct horse", header: #"{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","p2c":2000}"#)
    let words = ["jwe", "decrypt", "m", "-a", "PBES2-HS256+A128KW", "-o", "out", "--force"]
    for (name, text) in [("right", "correct horse\n"), ("wrong", "incorrect horse\n")] {
      try box.folder.write(text, to: name)
      // because the name is a string that outlives the call
      _ = unsafe chmod(box.folder.path(name), 0o600)
    }
    #expect(try box.run(words + ["--password-file", "right"]).status == 0)
    #expect(try bytes("out") == Self.content)
    let wrong = try box.run(words + ["--password-file", "wrong"])
    #expect(wrong.status == 1 && wrong.errors.contains("cannot be decrypted"))
    let shell = "omamori \(words.joined(separator: " ")) --password-fd 3 3< right"
    #expect(try Program("/bin/sh", ["-c", shell], in: box.folder).wait().status == 0)
    #expect(try box.run(words + ["-p"]).status == 2)
    #expect(try box.run(words + ["--password-file", "right", "--key", "mine.json"]).status == 2)
  }

  @Test(arguments: ["compact", "flattened", "general"]) func wrongKeysAndChangesAreRefused(form: String)
    throws
  {
    try encrypt(form)
    try box.succeed("jwk", "generate", "P-256", "-a", "ECDH-ES+A256KW", "-o", "other.json")
    let text = try box.folder.read("m")
    // A bit of the tag, which comes last in the compact form.
    let tag =
      form == "compact"
      ? String(try #require(text.split(separator: ".").last).prefix(8))
      : String(try #require(try StrictJSON.parse(text)["tag"]?.stringValue).prefix(8))
    let changed = tag.hasPrefix("A") ? "B" + tag.dropFirst() : "A" + tag.dropFirst()
    try box.folder.write(text.replacing(tag, with: changed), to: "changed")
    for (file, key, algorithm) in [
      ("changed", "mine.json", "ECDH-ES+A256KW"), ("m", "other.json", "ECDH-ES+A256KW"),
    ] {
      let words = ["jwe", "decrypt", file, "--key", key, "-a", algorithm]
      let refused = try box.run(words + ["-o", "out"])
      #expect(refused.status == 1 && refused.output == "", "\(refused.errors)")
      #expect(try !box.folder.names().contains("out"))
      let json = try StrictJSON.parse(box.run(words + ["--json"]).output)
      #expect(json["decrypted"]?.boolValue == false && json["content"] == nil)
    }
    // A key that is for another algorithm is the caller's mistake.
    #expect(try box.run("jwe", "decrypt", "m", "--key", "mine.json", "-a", "ECDH-ES").status == 2)
    #expect(
      try box.run("jwe", "decrypt", "m", "--key", "mine-public.json", "-a", "ECDH-ES+A256KW").status == 2)
  }

  @Test func aTokenInsideHasToBeVerified() throws {
    try box.sign("token")
    try box.folder.write(
      box.folder.read("token").trimmingCharacters(in: .whitespacesAndNewlines), to: "content")
    try encrypt(header: #"{"alg":"ECDH-ES+A256KW","enc":"A256GCM","cty":"JWT"}"#)
    let words = "omamori jwe decrypt m --key mine.json -a ECDH-ES+A256KW"
    let decrypted = try Program("/bin/sh", ["-c", words], in: box.folder).wait()
    #expect(decrypted.status == 0 && decrypted.errors.contains("a token that nobody has verified"))
    let verify =
      " | omamori jwt verify --key public.json -a ES256 --issuer \(TokenSandbox.issuer) --audience app"
    let verified = try Program("/bin/sh", ["-c", words + " 2>/dev/null" + verify], in: box.folder).wait()
    #expect(verified.status == 0 && verified.output.hasPrefix("VERIFIED"), "\(verified.errors)")
  }

  @Test func aSetMayHoldOtherKeys() throws {
    try encrypt()
    let keys = try ["key.json", "mine.json"].map { try StrictJSON.parse(box.folder.read($0)) }
    try box.folder.write(JSONValue.object(["keys": .array(keys)]).text(), to: "set.json")
    // because the name is a string that outlives the call
    _ = unsafe chmod(box.folder.path("set.json"), 0o600)
    #expect(
      try box.run("jwe", "decrypt", "m", "--key", "set.json", "-a", "ECDH-ES+A256KW", "-o", "out").status == 0
    )
    #expect(try bytes("out") == Self.content)
  }

  @Test func signedTokensAndOtherThingsAreNotDecrypted() throws {
    try box.sign("token")
    let words = ["--key", "mine.json", "-a", "ECDH-ES+A256KW"]
    let signed = try box.run(["jwe", "decrypt", "token"] + words)
    #expect(signed.status == 2 && signed.errors.contains("signed, not encrypted"))
    try encrypt()
    let encrypted = try box.run("jws", "verify", "m", "-a", "ES256", "--key", "public.json")
    #expect(encrypted.status == 2 && encrypted.errors.contains("omamori jwe decrypt"))
    for form in ["flattened", "general"] {
      try encrypt(form)
      let json = try box.run("jws", "verify", "m", "-a", "ES256", "--key", "public.json")
      #expect(json.status == 2 && json.errors.contains("omamori jwe decrypt"), "\(json.errors)")
      _ = try peer.run(["sign", form, #"{"alg":"ES256"}"#, "key.json"], input: "content", to: "signed.json")
      // Nobody is asked for a password, which could not be done here.
      for key in [["--key", "mine.json"], ["-p"]] {
        let ended = try box.run(["jwe", "decrypt", "signed.json", "-a", "PBES2-HS256+A128KW"] + key)
        #expect(ended.status == 2 && ended.errors.contains("signed, not encrypted"), "\(ended.errors)")
      }
    }
    try encrypt()
    for text in ["", "a.b", "....", "[1]", "{", "{}"] {
      try box.folder.write(text, to: "strange")
      let ended = try box.run(["jwe", "decrypt", "strange"] + words)
      #expect(ended.status == (text.hasPrefix("{") ? 1 : 2) && ended.output == "")
    }
    #expect(try box.run("jwe", "decrypt", "m", "-a", "ECDH-ES").status == 2)
    #expect(try box.run("jwe", "decrypt", "m", "--key", "mine.json").status == 2)
    #expect(try box.run("jwe", "decrypt", "m", "--key", "mine.json", "-a", "RSA1_5").status == 2)
  }
}
