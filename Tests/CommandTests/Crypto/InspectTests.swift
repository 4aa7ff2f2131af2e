import Foundation
import OmamoriCore
import TestSupport
import Testing

extension EncryptionCommands {
  /// What a file tells to everybody.
  @Suite("Inspection", .timeLimit(.minutes(5)), .serialized) struct InspectTests {
    @Test(arguments: ["omamori", "age"], [0, 1, 16_384, 65_536, 200_000])
    func sizesAreRight(format: String, size: Int) throws {
      let box = try CryptoSandbox()
      try box.writeNoise(size, to: "plain")
      for armor in format == "age" ? [[], ["-a"]] : [[]] {
        let words =
          ["encrypt", "--format", format, "-r", box.recipient, "plain", "-o", "secret", "--force"] + armor
        #expect(try Program(Omamori.path, words, in: box.folder).wait().status == 0)
        let ended = try box.run("inspect", "--json", "secret")
        #expect(ended.status == 0, "\(ended.errors)")
        let json = try StrictJSON.parse(ended.output)
        #expect(json["format"]?.stringValue == format)
        #expect(json["version"]?.intValue == 1)
        #expect(json["armored"]?.boolValue == !armor.isEmpty)
        #expect(json["plaintextBytes"]?.intValue == size)
        #expect(json["overheadBytes"]?.intValue == (try box.bytes("secret").count) - size)
        let recipients = json["protection"]?["recipients"]
        #expect(recipients?[0]?["kind"]?.stringValue == "X25519")
        #expect(recipients?[0]?["count"]?.intValue == 1)
        let piped = try box.run("inspect", "--json", input: "secret")
        #expect(try StrictJSON.parse(piped.output)["plaintextBytes"]?.intValue == size)
      }
    }

    @Test(arguments: ["omamori", "age"]) func passwordsAndManyRecipients(format: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write("x", to: "plain")
      let ended = try box.shell(
        """
        set -e
        omamori encrypt --format \(format) --password-file password plain -o secret
        omamori inspect secret
        for i in 1 2 3; do omamori keygen -o k$i; done > list
        omamori encrypt --format \(format) -R list plain | omamori inspect
        """)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(
        ended.output.contains(
          format == "age" ? "scrypt (memory 256" : "Argon2id (memory 64MiB, iterations 3, lanes 1)"))
      #expect(ended.output.contains("3 × X25519"))
    }

    @Test(arguments: [
      "", "plain text\n", "age-encryption.org/v2\n", "\u{89}OMAMORI", "-----BEGIN AGE ENCRYPTED FILE-----\n",
    ])
    func otherFilesAreRefused(text: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write(text, to: "file")
      for words in [["inspect", "file"], ["decrypt", "-i", "key", "file"]] {
        let ended = try Program(Omamori.path, words, in: box.folder).wait()
        #expect(ended.status == 2, "\(ended.errors)")
        #expect(ended.output == "")
      }
    }
  }
}
