import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// A process that is started without standard input, output or error: nothing that it opens takes their place.
  @Suite("Closed descriptors", .timeLimit(.minutes(5)), .serialized) struct ClosedDescriptorTests {
    private func box() throws -> CryptoSandbox {
      let box = try CryptoSandbox()
      try box.folder.write("plain text\n", to: "plain")
      return box
    }

    @Test func aClosedInputIsAtItsEnd() throws {
      let box = try box()
      let hash = try box.shell("timeout 20 omamori hash <&-")
      #expect(hash.status == 0)
      #expect(hash.output.hasPrefix("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
      #expect(try box.shell("timeout 20 omamori encrypt -r $R -o sealed <&-").status == 0)
      #expect(try box.run("decrypt", "-i", "key", "sealed").output == "")
    }

    @Test(arguments: [
      "rules list", "hash plain", "encrypt -r $R plain", "encrypt -r $R plain <&-", "rules list 2>&-",
      "hash plain <&- 2>&-",
    ])
    func outputThatCannotBeWrittenIsAFailure(command: String) throws {
      let ended = try box().shell("timeout 20 omamori \(command) >&-; echo $?")
      #expect(ended.output == "3\n")
    }

    /// Nothing is written to a place that only seems to take it.
    @Test(arguments: ["/dev/stdout", "/dev/fd/1 --force"]) func aClosedOutputIsNotOpenedAnew(place: String)
      throws
    {
      let ended = try box().shell("timeout 20 omamori encrypt -r $R plain -o \(place) >&-; echo $?")
      #expect(ended.output == "2\n")
    }

    /// What is not the answer is not missed, and the answer comes all the same.
    @Test(arguments: ["2>&-", "2> /dev/full"]) func whatIsNoAnswerStopsNothing(redirection: String) throws {
      let box = try box()
      let access = "--keychain k --key-file kf"
      let made = try box.shell("omamori keychain init \(access) \(redirection); echo $?")
      #expect(made.output == "0\n")
      let code = try box.shell(
        "omamori keychain slot add recovery-code \(access) \(redirection) > code; echo $?; wc -l < code")
      #expect(code.output.hasPrefix("0\n1"))
      let lines = [
        "omamori keychain list \(access) --no-agent", "omamori keychain export -r $R \(access) exported",
        "mkdir app && echo 'let a = 1' > app/A.swift && omamori audit app -o report.json",
      ]
      for line in lines {
        let ended = try box.shell("{ \(line); } \(redirection); echo $?")
        #expect(ended.output == "0\n", "\(line)")
      }
    }

    @Test func aWarningThatCannotBeWrittenStopsNothing() throws {
      let box = try box()
      #expect(try box.run("encrypt", "-r", box.recipient, "plain", "-o", "sealed").status == 0)
      let ended = try box.shell(
        "chmod 644 key && timeout 20 omamori decrypt -i key sealed -o out <&- 2>&-; echo $?")
      #expect(ended.output == "0\n")
      #expect(try box.folder.read("out") == "plain text\n")
    }
  }
}
