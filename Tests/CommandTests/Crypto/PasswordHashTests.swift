import Foundation
import OmamoriCore
import TestSupport
import Testing

extension EncryptionCommands {
  /// Password hashes that are made and checked with the real tool.
  @Suite("Password hashes", .timeLimit(.minutes(5)), .serialized) struct PasswordHashTests {
    @Test(arguments: [
      ([], "$argon2id$v=19$m=65536,t=3,p=1$"),
      (["-m", "19MiB", "-t", "2"], "$argon2id$v=19$m=19456,t=2,p=1$"),
      (["-a", "scrypt"], "$scrypt$ln=17,r=8,p=1$"),
      (["-a", "scrypt", "-m", "256MiB"], "$scrypt$ln=18,r=8,p=1$"),
      (["-a", "pbkdf2-sha256"], "$pbkdf2-sha256$i=600000,"),
      (["-a", "pbkdf2-sha256", "-t", "700000"], "$pbkdf2-sha256$i=700000,"),
    ])
    func hashesAreVerified(words: [String], start: String) throws {
      let box = try CryptoSandbox()
      let made = try Program(
        Omamori.path, ["password", "hash", "--password-file", "password"] + words, in: box.folder
      ).wait()
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasPrefix(start), "\(made.output)")
      try box.folder.write(made.output, to: "hash")
      let right = try box.run(
        "password", "verify", "--hash-file", "hash", "--password-file", "password", "--json")
      #expect(right.status == 0, "\(right.errors)")
      #expect(try StrictJSON.parse(right.output)["matches"]?.boolValue == true)
      let isWeak = words.contains("19MiB")
      #expect(try StrictJSON.parse(right.output)["needsRehash"]?.boolValue == isWeak)
      let wrong = try box.shell("echo nothing | omamori password verify \"$(cat hash)\" --password-fd 0")
      #expect(wrong.status == 1)
      #expect(wrong.output == "The password is wrong.\n")
    }

    @Test func calibrates() throws {
      let box = try CryptoSandbox()
      let made = try box.run(
        "password", "hash", "--password-file", "password", "--calibrate", "50ms", "--memory", "64MiB")
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasPrefix("$argon2id$v=19$m="))
    }

    @Test(arguments: [
      "password hash -m 1MiB", "password hash -t 1 -m 20MiB", "password hash -m 64",
      "password hash -m 3000GiB",
      "password hash -a scrypt -m 100MiB", "password hash -a scrypt -t 3",
      "password hash -a pbkdf2-sha256 -m 1GiB",
      "password hash -a pbkdf2-sha256 -t 1000", "password hash --calibrate 5 -t 1",
      "password hash --calibrate 1h",
      "password hash --calibrate 1s -a scrypt", "password verify", "password verify =19=,t=3",
      "password verify '$argon2id$'",
      "password verify '$2b$12$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'",
      "password verify '$argon2id$v=19$m=999999999,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'",
      "password verify --hash-file password '$argon2id$'",
    ])
    func mistakesAreNamed(line: String) throws {
      let box = try CryptoSandbox()
      let ended = try box.shell("omamori \(line) --password-file password")
      #expect(ended.status == 2, "\(ended.errors)")
      #expect(ended.errors.contains("error: ") && ended.errors.contains("hint: "))
      #expect(ended.output == "")
    }

    @Test(arguments: [
      ("", "empty"), ("\n", "empty"), ("one\ntwo\n", "more than one line"),
      (String(repeating: "x", count: 5_000), "too large"),
    ])
    func badPasswordFilesAreRefused(text: String, word: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write(text, to: "bad")
      box.chmod("bad", 0o600)
      let ended = try box.run("password", "hash", "--password-file", "bad")
      #expect(ended.status == 2)
      #expect(ended.errors.contains(word), "\(ended.errors)")
    }

    @Test func readersOfOthersAreWarnedOf() throws {
      let box = try CryptoSandbox()
      #expect(try box.run("password", "hash", "--password-file", "password").errors == "")
      box.chmod("password", 0o644)
      box.chmod("key", 0o640)
      try box.folder.write("x", to: "plain")
      let made = try box.run("encrypt", "-i", "key", "plain", "-o", "secret")
      #expect(made.status == 0)
      #expect(made.errors.contains("warning: 'key' can be read by other users"))
      #expect(
        try box.run("password", "hash", "--password-file", "password").errors.contains("warning: 'password'"))
    }

    @Test func descriptorsOfTheProcessItselfAreNotTaken() throws {
      let box = try CryptoSandbox()
      // The tests that run at the same time open descriptors that a program may inherit, so the shell closes them.
      let closed = (3...12).map { "\($0)<&-" }.joined(separator: " ")
      for number in 3...12 {
        let ended = try box.shell("exec \(closed); omamori password hash --password-fd \(number)")
        #expect(ended.status == 2)
        #expect(ended.errors.contains("is not open"))
      }
    }
  }
}
