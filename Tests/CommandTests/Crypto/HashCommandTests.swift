import Foundation
import OmamoriCore
import TestSupport
import Testing

extension EncryptionCommands {
  /// Hash values of files, as the tools of the system have them.
  @Suite("Hash values", .timeLimit(.minutes(5)), .serialized) struct HashCommandTests {
    private static let names = [
      "plain", "with space", "back\\slash", "line\nfeed", "return\r", "日本語", "*star",
    ]

    private func box() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for (index, name) in Self.names.enumerated() {
        try folder.write(String(repeating: "text \(index)\n", count: index * 5_000), to: "files/" + name)
      }
      return folder
    }

    private func shell(_ line: String, in folder: TemporaryFolder) throws -> Ended {
      try Program(Program.find("bash") ?? "/bin/bash", ["-c", "cd files; " + line], in: folder).wait(
        seconds: 120)
    }

    @Test(
      .enabled(if: Program.find("sha256sum") != nil, "sha256sum is not installed"),
      arguments: ["sha256", "sha384", "sha512"])
    func sameLinesAsTheSystem(algorithm: String) throws {
      let folder = try box()
      let ended = try shell(
        """
        set -e
        omamori hash -a \(algorithm) -- * > ../ours
        \(algorithm)sum -- * > ../theirs
        cmp ../ours ../theirs
        \(algorithm)sum --quiet -c ../ours
        omamori hash -a \(algorithm) --check ../theirs --quiet
        \(algorithm)sum --tag -- * | omamori hash -a \(algorithm) -c - -q
        \(algorithm)sum -b -- * | tr a-f A-F > ../upper
        """, in: folder)
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output + ended.errors == "")
    }

    @Test(
      .enabled(if: Program.find("openssl") != nil, "openssl is not installed"),
      arguments: ["sha256", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512"])
    func sameValuesAsOpenSSL(algorithm: String) throws {
      let ended = try shell(
        """
        for f in *; do omamori hash -a \(algorithm) < "$f" | cut -d' ' -f1; done > ../ours
        for f in *; do openssl dgst -\(algorithm) -r < "$f" | cut -d' ' -f1; done > ../theirs
        cmp ../ours ../theirs && wc -l < ../ours
        """, in: try box())
      #expect(ended.status == 0, "\(ended.errors)")
      #expect(ended.output.trimmingCharacters(in: .whitespacesAndNewlines) == "\(Self.names.count)")
    }

    @Test func saysWhatDiffersAndWhatIsMissing() throws {
      let folder = try box()
      #expect(
        try shell("omamori hash plain 'with space' '*star' > ../list; printf x >> '*star'", in: folder).status
          == 0)
      let differs = try shell("omamori hash -c ../list", in: folder)
      #expect(differs.output == "plain: OK\nwith space: OK\n*star: FAILED\n")
      #expect(differs.errors.contains("files that differ: 1"))
      #expect(differs.status == 1)
      let missing = try shell(
        "omamori hash '*star' > ../list2; rm '*star'; omamori hash -c ../list2", in: folder)
      #expect(missing.output == "*star: FAILED open or read\n")
      #expect(missing.status == 3)
      let both = try shell("omamori hash -c ../list -q --json", in: folder)
      #expect(both.status == 3)
      let results = try StrictJSON.parse(both.output).arrayValue ?? []
      #expect(results.compactMap { $0["status"]?.stringValue } == ["ok", "ok", "unreadable"])
    }

    @Test(arguments: ["", "# only a comment\n", "0123  file\n", "not a checksum\n", "zz\u{0}\u{1}\n"])
    func listsWithoutChecksumsAreRefused(text: String) throws {
      let folder = try box()
      try folder.write(text, to: "list")
      let ended = try shell("omamori hash -c ../list", in: folder)
      #expect(ended.status == 2)
      #expect(ended.errors.contains("no line of sha256"))
    }

    @Test func foldersAndMissingFilesAreNamed() throws {
      let folder = try box()
      let ended = try shell("omamori hash plain . nothing", in: folder)
      #expect(ended.status == 3)
      #expect(ended.output.hasSuffix("  plain\n"))
      #expect(ended.errors.contains("'.'") && ended.errors.contains("'nothing'"))
    }
  }
}
