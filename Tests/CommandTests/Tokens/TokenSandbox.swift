import Foundation
import OmamoriCore
import TestSupport
import Testing

/// A folder with a key in `key.json`, its public half in `public.json`, and tokens that it signed.
struct TokenSandbox {
  static let issuer = "https://login.example.com"
  static let audience = "app"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try succeed("jwk", "generate", "P-256", "-a", "ES256", "-o", "key.json")
    try folder.write(succeed("jwk", "public", "key.json"), to: "public.json")
  }

  /// Runs the tool, with a file as its standard input where one is named.
  func run(_ words: [String], input: String? = nil) throws -> Ended {
    try Program(Omamori.path, words, in: folder, input: input).wait()
  }

  func run(_ words: String..., input: String? = nil) throws -> Ended { try run(words, input: input) }

  /// Runs the tool, which has to succeed and say nothing on standard error; gives what it printed.
  @discardableResult
  func succeed(_ words: String...) throws -> String {
    let ended = try run(words)
    #expect(ended.status == 0 && ended.errors == "", "\(words): \(ended.errors)")
    return ended.output
  }

  /// Signs a token into a file.
  func sign(_ name: String, _ words: String..., key: String = "key.json", algorithm: String = "ES256") throws
  {
    let ended = try run(
      ["jwt", "sign", "--key", key, "-a", algorithm, "-o", name, "--issuer", Self.issuer]
        + ["--audience", Self.audience, "--subject", "alice", "--expires-in", "10m"] + words)
    #expect(ended.status == 0, "\(ended.errors)")
  }

  /// Verifies a token as the sandbox signs it; further options come last and count.
  func verify(
    _ name: String, _ words: String..., key: String = "public.json", algorithm: String = "ES256"
  ) throws -> Ended {
    try run(
      ["jwt", "verify", name, "--key", key, "-a", algorithm, "--issuer", Self.issuer]
        + ["--audience", Self.audience] + words)
  }

  /// A token that nobody signed.
  func writeToken(_ header: String, _ claims: String, to name: String) throws {
    let parts = [Array(header.utf8), Array(claims.utf8), [1, 2, 3]].map { Base64URL.encode($0) }
    try folder.write(parts.joined(separator: "."), to: name)
  }

  /// The permissions of a file.
  func permissions(of name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int ?? 0
  }
}
