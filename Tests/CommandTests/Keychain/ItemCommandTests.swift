import Foundation
import OmamoriCore
import TestSupport
import Testing

extension KeychainCommands {
  /// Storing and finding items, and what is printed.
  @Suite("Items", .timeLimit(.minutes(5))) struct ItemCommandTests {
    @Test func secretsComeBackByteForByte() throws {
      let home = try KeychainHome()
      try home.unlock()
      let bytes = Data((0...255).map { UInt8($0) } + [10])
      try home.folder.write(bytes, to: "value")
      #expect(try home.run("set", "binary", "--value-file", "value").status == 0)
      let program = try Program(
        "/bin/sh", ["-c", "\"$0\" keychain get binary > got", Omamori.path], in: home.folder,
        environment: home.environment)
      #expect(try program.wait().status == 0)
      #expect(try Data(contentsOf: URL(filePath: home.folder.path("got"))) == bytes)
      let trimmed = try home.run("set", "line", "--trim", input: "one line\n")
      #expect(trimmed.status == 0 && trimmed.errors == "")
      #expect(try home.run("get", "line").output == "one line")
      let kept = try home.run("set", "line", input: "one line\n")
      #expect(kept.status == 0 && kept.errors.contains("--trim"))
      #expect(try home.run("get", "line").output == "one line\n")
    }

    @Test func absentLockedAndWrongAreDifferent() throws {
      let home = try KeychainHome()
      #expect(try home.run("get", "a", "--password-file", "pw").status == 1)
      #expect(try home.run("get", "a", "--password-file", "wrong").status == 3)
      #expect(try home.run("get", "a").status == 3)
      #expect(try home.run("get", "a", "--class", "nonsense").status == 2)
      #expect(try home.run("get", "a", "--server", "s", "--password-file", "pw").status == 2)
      #expect(try home.run("set", "a", "--password-file", "pw", input: "").status == 2)
      #expect(try home.run("set", "", "--password-file", "pw", input: "x").status == 2)
    }

    @Test func setReplacesUnlessItMayNot() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "a", input: "1").status == 0)
      #expect(try home.run("set", "a", "--if-absent", input: "2").status == 1)
      #expect(try home.run("get", "a").output == "1")
      #expect(try home.run("set", "a", input: "3").status == 0)
      #expect(try home.run("get", "a").output == "3")
    }

    @Test func aNewSecretIsNotEasierToReadThanTheOldOne() throws {
      let home = try KeychainHome()
      try home.unlock()
      let first = try home.run(
        "set", "a", "--accessible", "after-first-unlock", "--label", "L", input: "1")
      #expect(first.status == 0)
      #expect(try home.run("set", "a", input: "2").status == 0)
      let kept = try #require(try StrictJSON.parse(home.run("list", "--json").output)[0])
      #expect(kept["accessible"]?.stringValue == "after-first-unlock" && kept["label"]?.stringValue == "L")
      #expect(try home.run("get", "a").output == "2")
      #expect(try home.run("set", "a", "--accessible", "when-unlocked", input: "3").status == 0)
      let moved = try #require(try StrictJSON.parse(home.run("list", "--json").output)[0])
      #expect(moved["accessible"]?.stringValue == "when-unlocked")
    }

    @Test func jsonIsStable() throws {
      let home = try KeychainHome()
      try home.unlock()
      let words = [
        "set", "alice", "-c", "internet", "--server", "example.com", "--port", "8443", "--label", "ラベル",
      ]
      #expect(
        try home.run(
          words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], words[8], words[9],
          input: "the secret"
        ).status == 0)
      let listed = try StrictJSON.parse(home.run("list", "--json").output)
      let item = try #require(listed[0])
      #expect(item["class"]?.stringValue == "internet" && item["account"]?.stringValue == "alice")
      #expect(item["server"]?.stringValue == "example.com" && item["port"]?.intValue == 8443)
      #expect(item["label"]?.stringValue == "ラベル" && item["group"]?.stringValue == "default")
      for name in [
        "accessible", "synchronizable", "protection", "reference", "creationDate", "modificationDate",
      ] {
        #expect(item[name] != nil, "\(name)")
      }
      let one = try home.run("get", "alice", "-c", "internet", "--server", "example.com", "--json").output
      #expect(try StrictJSON.parse(one) == item)
      #expect(!one.contains("the secret"))
      let status = try StrictJSON.parse(home.run("status", "--json").output)
      #expect(status["exists"]?.boolValue == true && status["state"]?.stringValue == "unlocked")
      let doctor = try StrictJSON.parse(home.run("doctor", "--json").output)
      #expect((doctor.arrayValue ?? []).allSatisfy { $0["subject"] != nil && $0["verdict"] != nil })
      let slots = try StrictJSON.parse(home.run("slot", "list", "--json").output)
      #expect(slots[0]?["kind"]?.stringValue == "password")
    }

    @Test func removingSeveralNeedsConsent() throws {
      let home = try KeychainHome()
      try home.unlock()
      for name in ["a", "b"] { #expect(try home.run("set", name, input: "1").status == 0) }
      #expect(try home.run("remove").status == 2)
      let refused = try home.run("remove", "--all")
      #expect(refused.status == 2 && refused.errors.contains("--yes"))
      #expect(try home.run("list", "--service", "omamori").output.split(separator: "\n").count == 2)
      #expect(try home.run("remove", "--all", "--yes").status == 0)
      #expect(try home.run("remove", "a").status == 1)
    }

    @Test func renamingKeepsEverythingElse() throws {
      let home = try KeychainHome()
      try home.unlock()
      for name in ["a", "b"] { #expect(try home.run("set", name, "--comment", "c", input: name).status == 0) }
      let before = try StrictJSON.parse(home.run("get", "a", "--json").output)
      #expect(try home.run("rename", "a", "b").status == 1)
      #expect(try home.run("rename", "x", "y").status == 1)
      #expect(try home.run("rename", "a", "new").status == 0)
      let after = try StrictJSON.parse(home.run("get", "new", "--json").output)
      #expect(after["reference"] == before["reference"] && after["comment"]?.stringValue == "c")
      #expect(try home.run("get", "new").output == "a")
      #expect(try home.run("get", "a").status == 1)
    }

    @Test func namesThatSteerATerminalAreShownHarmlessly() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "a\u{1B}[2J", input: "1").status == 0)
      let listed = try home.run("list")
      #expect(!listed.output.contains("\u{1B}") && listed.output.contains("\\u{1b}"))
    }

    @Test func exportsComeBack() throws {
      let home = try KeychainHome()
      try home.unlock()
      for name in ["a", "b"] { #expect(try home.run("set", name, input: "secret of \(name)").status == 0) }
      #expect(try home.run("export", "out", "--export-password-file", "wrong").status == 0)
      let file = try Data(contentsOf: URL(filePath: home.folder.path("out")))
      #expect(file.ranges(of: Data("secret of".utf8)).isEmpty)
      #expect(try home.run("export", "out", "--export-password-file", "wrong").status == 2)
      #expect(try home.run("import", "omamori", "out", "--export-password-file", "pw").status == 3)
      #expect(try home.run("import", "omamori", "out", "--export-password-file", "wrong").status == 1)
      #expect(try home.run("remove", "a").status == 0)
      let rehearsed = try home.run(
        "import", "omamori", "out", "--export-password-file", "wrong", "--dry-run", "--json")
      let value = try StrictJSON.parse(rehearsed.output)
      #expect(
        value["added"]?.intValue == 1 && value["conflicts"]?.intValue == 1
          && value["stored"]?.boolValue == false)
      #expect(try home.run("get", "a").status == 1)
      let words = ["--on-conflict", "keep"]
      #expect(
        try home.run("import", "omamori", "out", "--export-password-file", "wrong", words[0], words[1]).status
          == 0)
      #expect(try home.run("get", "a").output == "secret of a")
    }

    @Test func otherProgramsAreReadInOneStep() throws {
      let home = try KeychainHome()
      try home.unlock()
      try home.folder.write(
        "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n\"Root\",\"Site\",\"bob\",\"pw1\",\"https://e.com\",\"\"\n",
        to: "k.csv")
      #expect(try home.run("import", "keepassxc-csv", "k.csv").status == 0)
      #expect(try home.run("get", "bob", "-c", "internet", "--server", "e.com").output == "pw1")
      let again = try home.run("import", "keepassxc-csv", "k.csv", "--language", "en")
      #expect(again.status == 1 && again.output == "")
      #expect(again.errors.contains("'e.com' 'bob': It is there already."))
      #expect(again.errors.contains("1 of 1 items") && again.errors.contains("--on-conflict keep"))
      #expect(try home.run("import", "keepassxc-csv", "pw").status == 2)
      #expect(try home.run("import", "pass", "missing").status == 3)
    }

    @Test func aProtocolHasOneNameOnly() throws {
      let home = try KeychainHome()
      try home.unlock()
      let words = ["bob", "-c", "internet", "--server", "e.com", "--protocol"]
      #expect(try home.run(["set"] + words + ["https"], input: "pw1").status == 0)
      for name in ["htps", "HTTPS", "https"] {
        #expect(try home.run(["get"] + words + [name]).output == "pw1", "\(name)")
      }
      #expect(try home.run(["set"] + words + ["ftp"], input: "pw2").status == 0)
      #expect(try home.run(["get"] + words + ["ftp "]).output == "pw2")
      let unknown = try home.run(["set"] + words + ["gopher"], input: "x")
      #expect(unknown.status == 2 && unknown.errors.contains("'gopher'") && unknown.errors.contains("https"))
    }

    @Test func anItemThatNeedsAMissingPasswordSaysWhatToAdd() throws {
      let home = try KeychainHome(isEmpty: true)
      #expect(try home.run("init", "--key-file", "key").status == 0)
      for option in [["--accessible", "when-passphrase-set"], ["--ask-passphrase"]] {
        let words = ["set", "a", "--key-file", "key", "--language", "en"] + option
        let refused = try home.run(words, input: "x")
        #expect(refused.status == 2, "\(option)")
        #expect(refused.errors.contains("omamori keychain slot add password"), "\(option)")
      }
    }

    @Test func aRecoveryCodeComesFromAFileOrADescriptor() throws {
      let home = try KeychainHome()
      let code = try home.run("slot", "add", "recovery-code", "--password-file", "pw").output
      try home.folder.write(code, to: "code")
      // because the name is a string that outlives the call
      _ = unsafe chmod(home.folder.path("code"), 0o600)
      #expect(try home.run("set", "a", "--recovery-code-file", "code", input: "1").status == 0)
      #expect(try home.run("get", "a", "--recovery-code-file", "-", input: code).output == "1")
      let program = try Program(
        "/bin/sh", ["-c", "\"$0\" keychain get a --recovery-code-fd 3 3< code", Omamori.path],
        in: home.folder,
        environment: home.environment)
      #expect(try program.wait().output == "1")
      let both = try home.run(
        "get", "a", "--recovery-code-file", "code", "--recovery-code-fd", "0", input: code)
      #expect(both.status == 2)
      let mixed = try home.run("get", "a", "--recovery-code-file", "code", "--password-file", "pw")
      #expect(mixed.status == 2)
      #expect(try home.run("get", "a", "--recovery-code-file", "wrong").status == 3)
      let asked = try home.run("get", "a", "--recovery-code", "--language", "en")
      #expect(asked.status == 2 && asked.errors.contains("--recovery-code-file"))
      #expect(asked.errors.contains("ask for the recovery code"))
      // An export replaces neither what opens the keychain, nor the keychain or its witness.
      let environment = ["OMAMORI_WITNESS": home.folder.path("witness")]
      let access = ["--recovery-code-file", "code"]
      #expect(try home.run(["get", "a"] + access, environment: environment).status == 0)
      let folder = ".local/share/omamori/keychain/"
      for file in ["code", folder + "keychain.db", folder + "device.key", folder + "new", "witness"] {
        let words = ["export", file, "--force", "--export-password-file", "pw"]
        #expect(try home.run(words + access, environment: environment).status == 2, "\(file)")
      }
      #expect(try home.folder.read("code") == code)
      #expect(try home.run(["verify"] + access, environment: environment).status == 0)
    }

    /// One entry that is too large is left out and said, and every GnuPG that was started is waited for.
    @Test func aLargeEntryOfPassIsLeftOut() throws {
      let home = try KeychainHome()
      try home.unlock()
      for name in ["store", "bin"] {
        try FileManager.default.createDirectory(
          atPath: home.folder.path(name), withIntermediateDirectories: false)
      }
      for (name, text) in ["a": "1", "big": String(repeating: "x", count: 3 << 20), "z": "2"] {
        try home.folder.write(text, to: "store/\(name).gpg")
      }
      // In place of GnuPG: it shows the file and notes the children of its parent that nobody has waited for.
      try home.folder.write(
        """
        #!/bin/sh
        for last; do :; done
        grep -l "^PPid:[[:space:]]*$PPID$" /proc/[0-9]*/status 2> /dev/null \
          | xargs grep -l '^State:[[:space:]]*Z' >> "${0%/*}/zombies" 2> /dev/null
        exec cat -- "$last"
        """, to: "bin/gpg")
      // because the name is a string that outlives the call
      _ = unsafe chmod(home.folder.path("bin/gpg"), 0o700)
      let path = ["PATH": home.folder.path("bin") + ":/usr/bin:/bin"]
      let ended = try home.run("import", "pass", "store", environment: path)
      #expect(ended.status == 0)
      #expect(ended.errors.contains("big") && ended.errors.contains("too large"))
      let list = try home.run("list", "--json")
      #expect(try StrictJSON.parse(list.output).arrayValue?.count == 2)
      #expect(try home.folder.read("bin/zombies") == "")
    }
  }
}
