import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// Files that are encrypted and decrypted with the real tool.
  @Suite("Encryption", .timeLimit(.minutes(5)), .serialized) struct EncryptionTests {
    static let sizes = [0, 1, 16_383, 16_384, 65_536, 1_000_003]

    @Test(arguments: ["omamori", "age"], sizes) func roundTripsOfFiles(format: String, size: Int) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(size, to: "plain")
      let made = try box.run("encrypt", "--format", format, "-r", box.recipient, "plain", "-o", "secret")
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output + made.errors == "")
      let opened = try box.run("decrypt", "-i", "key", "secret", "-o", "opened")
      #expect(opened.status == 0, "\(opened.errors)")
      #expect(try box.bytes("opened") == box.bytes("plain"))
      #expect(try box.bytes("secret").count > size)
    }

    @Test(arguments: ["omamori", "age"], sizes) func roundTripsThroughPipes(format: String, size: Int) throws
    {
      let box = try CryptoSandbox()
      try box.writeNoise(size, to: "plain")
      let ended = try box.shell(
        """
        set -o pipefail
        cat plain | omamori encrypt --format \(format) -r $R | omamori decrypt -i key | cmp - plain
        """)
      #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test(arguments: ["omamori", "age"]) func roundTripsWithAPassword(format: String) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(100_000, to: "plain")
      let made = try box.run(
        "encrypt", "--format", format, "--password-file", "password", "plain", "-o", "secret")
      #expect(made.status == 0, "\(made.errors)")
      let opened = try box.shell("omamori decrypt --password-fd 5 5< password < secret | cmp - plain")
      #expect(opened.status == 0, "\(opened.errors)")
      try box.folder.write("another", to: "wrong")
      box.chmod("wrong", 0o600)
      let refused = try box.run("decrypt", "--password-file", "wrong", "secret", "-o", "opened")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("none of the keys and passwords"))
      #expect(try box.folder.names() == ["key", "password", "plain", "secret", "wrong"])
    }

    @Test(arguments: ["omamori", "age"]) func everyRecipientOpensIt(format: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write("for all\n", to: "plain")
      let ended = try box.shell(
        """
        set -e
        for i in 1 2 3; do omamori keygen -o key$i; done > list
        omamori encrypt --format \(format) -R list -i key plain -o secret
        for i in '' 1 2 3; do omamori decrypt -i key$i secret; done
        omamori keygen -o other > /dev/null
        omamori decrypt -i other -i key2 secret
        """)
      #expect(ended.output == String(repeating: "for all\n", count: 5))
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(try box.run("decrypt", "-i", "other", "secret").status == 1)
    }

    @Test func keepsPermissions() throws {
      let box = try CryptoSandbox()
      try box.folder.write("mine", to: "plain")
      box.chmod("plain", 0o640)
      #expect(try box.run("encrypt", "-r", box.recipient, "plain", "-o", "secret").status == 0)
      #expect(try box.permissions(of: "secret") == 0o640)
      #expect(try box.permissions(of: "key") == 0o600)
      #expect(try box.run("encrypt", "-r", box.recipient, "-o", "piped", input: "plain").status == 0)
    }

    @Test(arguments: ["omamori", "age"]) func changedBytesAreRefused(format: String) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(200_000, to: "plain")
      #expect(
        try box.run("encrypt", "--format", format, "-r", box.recipient, "plain", "-o", "secret").status == 0)
      let secret = try box.bytes("secret")
      var changed = secret
      changed[secret.count / 2] ^= 1
      for (name, bytes) in [
        ("changed", changed), ("short", secret.dropLast(1)), ("cut", secret.prefix(70_000)),
        ("long", secret + [0]), ("head", secret.prefix(20)), ("none", Data()),
      ] {
        try box.folder.write(bytes, to: name)
        let ended = try box.run("decrypt", "-i", "key", name, "-o", "opened")
        #expect(ended.status == 2, "\(name): \(ended.errors)")
        #expect(ended.errors.hasPrefix("error: '\(name)'"), "\(ended.errors)")
        #expect(try !box.folder.names().contains("opened"))
        // What a pipe got before the failure was authentic.
        let piped = try box.shell("omamori decrypt -i key < \(name) > piped; echo $?")
        #expect(piped.output == "2\n")
        #expect(try box.bytes("plain").starts(with: box.bytes("piped")))
      }
      #expect(try box.folder.names().filter { $0.hasSuffix(".tmp") } == [])
    }

    @Test func showsOnlyHarmlessTextOnATerminal() throws {
      let box = try CryptoSandbox()
      try box.folder.write("line\n\u{1B}[31mred\n", to: "steering")
      try box.folder.write("あいさつ\n", to: "greeting")
      try box.writeNoise(2_000_000, to: "noise")
      for name in ["steering", "greeting", "noise"] {
        #expect(try box.run("encrypt", "-r", box.recipient, name, "-o", name + ".o").status == 0)
      }
      #expect(try show(box, "decrypt", "-i", "key", "greeting.o").shown == "あいさつ\r\n")
      for name in ["steering.o", "noise.o"] {
        let ended = try show(box, "decrypt", "-i", "key", name)
        #expect(ended.status == 2)
        #expect(ended.shown.contains("not a short text"))
        #expect(!ended.shown.contains("[31mred"))
      }
      #expect(try show(box, "decrypt", "-i", "key", "steering.o", "-o", "-").shown.contains("\u{1B}[31mred"))
      let refused = try show(box, "encrypt", "-r", box.recipient, "greeting")
      #expect(refused.status == 2)
      #expect(refused.shown.contains("not for a terminal"))
    }

    private func show(_ box: CryptoSandbox, _ words: String...) throws -> (shown: String, status: Int32) {
      let terminal = try PseudoTerminal()
      let program = try Program(
        Omamori.path, words, in: box.folder, environment: ["NO_COLOR": "1"], terminal: terminal)
      var shown = ""
      let ended = try program.wait { shown += terminal.read() }
      return (shown, ended.status)
    }
  }
}
