import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// What may be written where, and what is left behind when it cannot be.
  @Suite("Output files", .timeLimit(.minutes(5)), .serialized) struct OutputFileTests {
    private func box() throws -> CryptoSandbox {
      let box = try CryptoSandbox()
      try box.folder.write("plain text\n", to: "plain")
      return box
    }

    @Test func existingFilesStay() throws {
      let box = try box()
      try box.folder.write("precious\n", to: "there")
      let refused = try box.run("encrypt", "-r", box.recipient, "plain", "-o", "there")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("--force"))
      #expect(try box.folder.read("there") == "precious\n")
      #expect(try box.run("encrypt", "-r", box.recipient, "plain", "-o", "there", "--force").status == 0)
      #expect(try box.run("decrypt", "-i", "key", "there").output == "plain text\n")
      #expect(try box.run("decrypt", "-i", "key", "there", "-o", "plain").status == 2)
      #expect(try box.run("decrypt", "-i", "key", "there", "-o", "plain", "--force").status == 0)
      #expect(try box.folder.names() == ["key", "password", "plain", "there"])
    }

    @Test func keysAreNeverReplaced() throws {
      let box = try box()
      let key = try box.folder.read("key")
      let refused = try box.run("keygen", "-o", "key")
      #expect(refused.status == 2)
      #expect(refused.output == "")
      #expect(try box.folder.read("key") == key)
      try FileManager.default.createSymbolicLink(
        atPath: box.folder.path("link"), withDestinationPath: "target")
      #expect(try box.run("keygen", "-o", "link").status == 2)
      #expect(try !box.folder.names().contains("target"))
    }

    @Test(arguments: ["plain", "./plain", "same", "hard"]) func theInputIsNotTheOutput(name: String) throws {
      let box = try box()
      try FileManager.default.createSymbolicLink(
        atPath: box.folder.path("same"), withDestinationPath: "plain")
      try FileManager.default.linkItem(atPath: box.folder.path("plain"), toPath: box.folder.path("hard"))
      let ended = try box.run("encrypt", "-r", box.recipient, "plain", "-o", name, "--force")
      #expect(ended.status == 2)
      #expect(ended.errors.contains("both the input and the output"))
      #expect(try box.folder.read("plain") == "plain text\n")
      let appended = try box.shell("omamori encrypt -r $R plain >> plain")
      #expect(appended.status == 2)
      #expect(try box.folder.read("plain") == "plain text\n")
    }

    @Test func anOutputDoesNotReplaceAKeyThatIsRead() throws {
      let box = try box()
      let (key, password) = (try box.folder.read("key"), try box.folder.read("password"))
      try box.folder.write(box.recipient + "\n", to: "recipients")
      try FileManager.default.linkItem(atPath: box.folder.path("key"), toPath: box.folder.path("hard"))
      #expect(try box.run("encrypt", "-r", box.recipient, "plain", "-o", "sealed").status == 0)
      let refused = [
        ["encrypt", "-i", "key", "plain", "-o", "key", "--force"],
        ["encrypt", "-i", "key", "plain", "-o", "hard", "--force"],
        ["encrypt", "-R", "recipients", "plain", "-o", "recipients", "--force"],
        ["encrypt", "--password-file", "password", "plain", "-o", "password", "--force"],
        ["decrypt", "-i", "key", "sealed", "-o", "key", "--force"],
        ["decrypt", "-i", "key", "--password-file", "password", "sealed", "-o", "password", "--force"],
        ["encrypt", "--force", "-i", "-", "-o", "key", "plain", "<", "key"],
        ["encrypt", "-i", "-", "plain", "<", "key", ">>", "key"],
        ["decrypt", "--force", "-i", "-", "-o", "key", "sealed", "<", "key"],
        ["encrypt", "--force", "-R", "-", "-o", "recipients", "plain", "<", "recipients"],
        ["encrypt", "--force", "--password-file", "-", "-o", "password", "plain", "<", "password"],
        ["encrypt", "--force", "--password-fd", "3", "-o", "password", "plain", "3<", "password"],
      ]
      for words in refused {
        let ended = try box.shell("omamori " + words.joined(separator: " "))
        #expect(ended.status == 2, "\(words)")
        #expect(ended.errors.contains("the output would replace"), "\(words)")
      }
      #expect(try box.shell("omamori encrypt -i key plain >> key").status == 2)
      #expect(try box.folder.read("key") == key)
      #expect(try box.folder.read("password") == password)
      #expect(try box.folder.read("recipients") == box.recipient + "\n")
    }

    @Test func devicesAreWrittenTo() throws {
      let box = try box()
      #expect(try box.run("encrypt", "-r", box.recipient, "plain", "-o", "/dev/null").status == 0)
      let full = try box.run("encrypt", "-r", box.recipient, "plain", "-o", "/dev/full")
      #expect(full.status == 3)
      #expect(full.errors.contains("No space left on device"))
      let piped = try box.shell("omamori encrypt -r $R plain > /dev/full; echo $?")
      #expect(piped.output == "3\n")
      let closed = try box.shell(
        "head -c 5000000 /dev/zero 2> /dev/null | omamori encrypt -r $R | head -c 1 | wc -c; echo ${PIPESTATUS[1]}"
      )
      #expect(closed.output.split(whereSeparator: \.isWhitespace).map(String.init) == ["1", "3"])
      #expect(closed.errors == "")
    }

    @Test(arguments: ["/nonexistent/file", "/proc/file", "plain/file"]) func badPlacesAreNamed(path: String)
      throws
    {
      let box = try box()
      let ended = try box.run("encrypt", "-r", box.recipient, "plain", "-o", path)
      #expect(ended.status == 3)
      #expect(ended.errors.contains("'\(path)'"))
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere")) func readOnlyFolders() throws {
      let box = try box()
      try box.folder.write("x", to: "closed/x")
      box.chmod("closed", 0o500)
      defer { box.chmod("closed", 0o700) }
      let ended = try box.run("encrypt", "-r", box.recipient, "plain", "-o", "closed/file")
      #expect(ended.status == 3)
      #expect(ended.errors.contains("Permission denied"))
    }

    /// The limit for the size of files stands for a full disk.
    @Test(arguments: [
      "encrypt -r $R big -o new", "encrypt --format age -r $R big -o new", "encrypt -r $R -o new < big",
      "decrypt -i key big.o -o new", "decrypt -i key -o new < big.o", "decrypt -i key folder.o --extract new",
      "encrypt -r $R folder -o new", "encrypt -r $R big -o old --force",
    ])
    func aFullDiskLeavesNothing(command: String) throws {
      let box = try box()
      try box.writeNoise(3_000_000, to: "big")
      try box.writeNoise(3_000_000, to: "folder/sub/big")
      try box.folder.write("old\n", to: "old")
      for name in ["big", "folder"] {
        #expect(try box.run("encrypt", "-r", box.recipient, name, "-o", name + ".o").status == 0)
      }
      let (names, big) = (try box.folder.names(), try box.bytes("big"))
      let ended = try box.shell("trap '' XFSZ; ulimit -f 1000; omamori \(command)")
      #expect(ended.status == 3)
      #expect(ended.errors.contains("File too large"), "\(ended.errors)")
      #expect(try box.folder.names() == names)
      #expect(try box.bytes("big") == big)
      #expect(try box.folder.read("old") == "old\n")
    }

    @Test(arguments: ["mv other big", "printf x >> big", "truncate -s 100 big"])
    func aSourceThatChangesIsNoticed(change: String) throws {
      let box = try box()
      try box.folder.write([], to: "big")
      try box.writeNoise(1000, to: "other")
      // Holes are read quickly; the change comes while they are.
      let made = try box.shell(
        """
        truncate -s 1G big
        omamori encrypt --jobs 1 -r $R big -o new &
        until ls -l /proc/$!/fd 2>&1 | grep -q /big; do kill -0 $! || break; sleep 0.01; done
        sleep 0.1; \(change); wait $!; echo $?
        """)
      #expect(made.output == "3\n", "\(made.errors)")
      #expect(made.errors.contains("changed while it was being read"))
      #expect(try !box.folder.names().contains("new"))
    }
  }
}
