import Foundation
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
