import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// What `omamori` writes `age` reads, and the other way round.
  @Suite(
    "age", .timeLimit(.minutes(5)), .serialized,
    .enabled(if: Program.find("age") != nil, "age is not installed"))
  struct AgeCommandTests {
    @Test(arguments: ["", "-a"], [0, 1, 65_536, 300_000]) func bothWays(armor: String, size: Int) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(size, to: "plain")
      let ended = try box.shell(
        """
        set -e
        omamori encrypt --format age \(armor) -r $R plain -o ours
        age -d -i key ours | cmp - plain
        omamori encrypt --format age \(armor) -r $R < plain | age -d -i key | cmp - plain
        age \(armor) -r $R -o theirs plain
        omamori decrypt -i key theirs | cmp - plain
        omamori decrypt -i key theirs -o opened
        cmp opened plain
        omamori decrypt -i key < theirs | cmp - plain
        """)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output + ended.errors == "")
    }

    @Test func sharesKeys() throws {
      let box = try CryptoSandbox()
      let ended = try box.shell(
        """
        set -e
        test "$(age-keygen -y key)" = "$R"
        age-keygen -o theirs 2> made
        grep -q "$(omamori keygen -y theirs)" made
        echo text | age -R <(omamori keygen -y theirs; echo '# mine'; echo $R) > both
        omamori decrypt -i theirs both
        omamori decrypt -i key both
        """)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output == "text\ntext\n")
    }

    @Test(.enabled(if: Program.find("setsid") != nil, "setsid is not installed"))
    func sharesPasswords() throws {
      let box = try CryptoSandbox()
      try box.folder.write("text\n", to: "plain")
      #expect(
        try box.run("encrypt", "--format", "age", "--password-file", "password", "plain", "-o", "secret")
          .status
          == 0)
      let terminal = try PseudoTerminal()
      let program = try Program(
        try #require(Program.find("age")), ["-d", "-o", "opened", "secret"], in: box.folder,
        terminal: terminal,
        isControlled: true)
      var (shown, isAnswered) = ("", false)
      let ended = try program.wait {
        shown += terminal.read()
        guard !isAnswered, shown.contains("passphrase"), !terminal.isEchoing else { return }
        terminal.type("the password\r")
        isAnswered = true
      }
      #expect(ended.status == 0, "\(shown)")
      #expect(try box.folder.read("opened") == "text\n")
    }
  }
}
