import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// PyPI's `cryptography` checks the hashes that are made here, and the other way round.
@Suite(.enabled(if: PythonPeer.isThere)) struct PasswordPeerTests {
  @Test(arguments: ["argon2id", "scrypt", "pbkdf2-sha256", "pbkdf2-sha512"])
  func readsTheHashesOfTheOther(_ function: String) throws {
    let answer = try PythonPeer.ask("passwords.py", ["function": function, "password": "お守り 123"])
    let stored = try #require(answer["stored"])
    let hasher = try PasswordHasher(cost: .least)
    #expect(try hasher.verifyBlocking(Password("お守り 123"), against: stored).isMatch)
    #expect(try hasher.verifyBlocking(Password("お守り 124"), against: stored) == .doesNotMatch)
  }

  @Test(arguments: [PasswordCost.least, .standard, .scrypt, .pbkdf2, .pbkdf2(.sha512, rounds: 210_000)])
  func makesHashesThatTheOtherReads(_ cost: PasswordCost) throws {
    let stored = try PasswordHasher(cost: cost).hashBlocking(Password("お守り 123"))
    for (password, matches) in [("お守り 123", "true"), ("お守り 124", "false")] {
      let answer = try PythonPeer.ask("passwords.py", ["stored": stored, "password": password])
      #expect(answer["matches"] == matches)
    }
  }
}
