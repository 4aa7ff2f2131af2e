import Foundation
import OmamoriCore
import TestSupport
import Testing

/// `omamori jwk`: keys of every kind, in JSON and PEM.
@Suite("jwk", .timeLimit(.minutes(5))) struct JWKCommandTests {
  @Test(arguments: [
    ("P-256", "ES256"), ("p384", "ES384"), ("P-521", "ES512"), ("ed25519", "EdDSA"), ("RSA", "RS256"),
    ("rsa", "PS512"), ("oct", "HS256"), ("oct", "HS384"), ("oct", "HS512"),
  ])
  func keysSignAndVerify(kind: String, algorithm: String) throws {
    let box = try TokenSandbox()
    let shown = try box.succeed("jwk", "generate", kind, "-a", algorithm, "-o", "new.json")
    #expect(try box.permissions(of: "new.json") == 0o600)
    try box.sign("token", key: "new.json", algorithm: algorithm)
    let isSecret = kind == "oct"
    #expect(shown.isEmpty == isSecret)
    if !isSecret { try box.folder.write(shown, to: "shown.json") }
    let verified = try box.verify("token", key: isSecret ? "new.json" : "shown.json", algorithm: algorithm)
    #expect(verified.status == 0, "\(verified.errors)")
    for secret in ["\"d\"", "\"k\"", "\"p\"", "\"qi\""] { #expect(!shown.contains(secret)) }
    #expect(try box.run("jwk", "public", "new.json").status == (isSecret ? 2 : 0))
    let again = try box.run("jwk", "generate", kind, "-o", "new.json")
    #expect(again.status == 2 && again.errors.contains("already exists"))
  }

  @Test func theNameIsTheThumbprint() throws {
    let box = try TokenSandbox()
    let thumbprint = try box.succeed("jwk", "thumbprint", "key.json")
    #expect(try box.succeed("jwk", "thumbprint", "public.json") == thumbprint)
    let json = try StrictJSON.parse(box.folder.read("key.json"))
    #expect(json["kid"]?.stringValue.map { $0 + "\n" } == thumbprint)
    try box.succeed("jwk", "generate", "P-256", "--key-id", "mine", "-o", "named.json")
    #expect(try box.folder.read("named.json").contains("\"kid\":\"mine\""))
  }

  /// The example of RFC 7638 §3.1.
  @Test func theThumbprintIsThatOfTheStandard() throws {
    let box = try TokenSandbox()
    let modulus =
      "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"
    try box.folder.write(
      #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","alg":"RS256","kid":"2011-04-29"}"#, to: "rfc.json")
    #expect(
      try box.succeed("jwk", "thumbprint", "rfc.json") == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs\n")
  }

  @Test func setsArePublished() throws {
    let box = try TokenSandbox()
    try box.succeed("jwk", "generate", "ed25519", "-a", "EdDSA", "-o", "next.json")
    try box.folder.write(box.succeed("jwk", "public", "--set", "key.json", "next.json"), to: "set.json")
    #expect(try !box.folder.read("set.json").contains("\"d\""))
    try box.sign("token", key: "next.json", algorithm: "EdDSA")
    let command = [
      "jwt", "verify", "token", "--keys", "set.json", "--issuer", TokenSandbox.issuer, "--audience",
      TokenSandbox.audience,
    ]
    #expect(try box.run(command + ["-a", "EdDSA"]).status == 0)
    #expect(try box.run(command + ["-a", "ES256"]).status == 1)
    #expect(try box.run("jwk", "public", "key.json", "key.json").status == 2)
    #expect(try box.succeed("jwk", "thumbprint", "set.json").split(separator: "\n").count == 2)
    #expect(try box.verify("token", key: "set.json").status == 2)
  }

  @Test(
    .enabled(if: Program.find("openssl") != nil, "openssl is not installed"),
    arguments: [
      (["ecparam", "-genkey", "-noout", "-name", "prime256v1"], "ES256"),
      (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"], "ES384"),
      (["genpkey", "-algorithm", "ed25519"], "EdDSA"),
      (["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "PS256"),
    ])
  func keysOfOpenSSLAreTaken(words: [String], algorithm: String) throws {
    let box = try TokenSandbox()
    let openssl = try #require(Program.find("openssl"))
    let made = try Program(openssl, words + ["-out", "key.pem"], in: box.folder).wait()
    try #require(made.status == 0, "\(made.errors)")
    _ = try Program(openssl, ["pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem"], in: box.folder).wait()
    try box.sign("token", "--key-id", "K1", key: "key.pem", algorithm: algorithm)
    #expect(try box.verify("token", key: "pub.pem", algorithm: algorithm).status == 0)
    #expect(try box.run("jwk", "thumbprint", "key.pem").output == box.succeed("jwk", "thumbprint", "pub.pem"))
    let encrypted = ["pkcs8", "-topk8", "-in", "key.pem", "-passout", "pass:x", "-out", "sealed.pem"]
    _ = try Program(openssl, encrypted, in: box.folder).wait()
    let sealed = try box.run("jwk", "public", "sealed.pem")
    #expect(sealed.status == 2 && sealed.errors.contains("not encrypted"))
  }

  @Test(arguments: [
    ["P-256", "-a", "RS256"], ["P-256", "--bits", "256"], ["RSA", "--bits", "1024"],
    ["oct", "--bits", "100"],
    ["oct", "-a", "HS512", "--bits", "256"], ["P-256", "-a", "ES256", "--use", "enc"],
    ["P-256", "-a", "none"],
    ["secp256k1"],
  ])
  func otherKeysAreNotMade(words: [String]) throws {
    let box = try TokenSandbox()
    let ended = try box.run(["jwk", "generate"] + words + ["-o", "new.json"])
    #expect(ended.status == 2)
    #expect(try !box.folder.names().contains("new.json"))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"kty":"EC"}"#, #"{"kty":"oct","k":""}"#, #"{"keys":1}"#,
    #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
    "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n",
  ])
  func otherThingsAreNoKeys(text: String) throws {
    let box = try TokenSandbox()
    try box.folder.write(text, to: "strange")
    for words in [["jwk", "public", "strange"], ["jwk", "thumbprint", "strange"]] {
      let ended = try box.run(words)
      #expect(ended.status == 2 && ended.output == "", "\(words)")
    }
  }
}
