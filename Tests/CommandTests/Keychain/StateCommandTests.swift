import Foundation
import OmamoriCore
import TestSupport
import Testing

extension KeychainCommands {
  /// What is said about the keychain as a whole.
  @Suite("State", .timeLimit(.minutes(5))) struct StateCommandTests {
    private static let store = ".local/share/omamori/keychain/keychain.db"

    @Test func aSoundKeychainIsVerifiedHonestly() throws {
      let home = try KeychainHome()
      #expect(try home.run("set", "a", "--password-file", "pw", input: "1").status == 0)
      let ended = try home.run("verify", "--password-file", "pw", "--json")
      let report = try StrictJSON.parse(ended.output)
      #expect(ended.status == 0 && report["sound"]?.boolValue == true && report["intactItems"]?.intValue == 1)
      #expect(report["rollbackProtection"]?.stringValue == "unavailable")
      let text = try home.run("verify", "--password-file", "pw").output
      #expect(text.contains("would not be noticed"))
      let witnessed = try home.run("verify", "--password-file", "pw", "--json", "--witness", "witness")
      #expect(witnessed.status == 0)
      let second = try home.run("verify", "--password-file", "pw", "--json", "--witness", "witness")
      #expect(try StrictJSON.parse(second.output)["rollbackProtection"]?.stringValue == "verified")
    }

    @Test func aChangedFileIsFound() throws {
      let home = try KeychainHome()
      for number in 0..<20 {
        #expect(
          try home.run("set", "\(number)", "--password-file", "pw", input: "secret \(number)").status == 0)
      }
      #expect(try home.run("rotate", "--password-file", "pw").status == 0)
      let file = URL(filePath: home.folder.path(Self.store))
      var bytes = try Data(contentsOf: file)
      for index in stride(from: bytes.count / 2, to: bytes.count, by: 97) { bytes[index] ^= 1 }
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: bytes)
      try handle.close()
      let ended = try home.run("verify", "--password-file", "pw", "--json")
      #expect(ended.status == 1 || ended.status == 3)
      if ended.status == 1 {
        let report = try StrictJSON.parse(ended.output)
        #expect(report["sound"]?.boolValue == false && report["problems"]?.arrayValue?.isEmpty == false)
      }
      #expect(try home.run("get", "3", "--password-file", "pw").status == 3)
    }

    @Test func anOldCopyIsRefusedWithAWitness() throws {
      let home = try KeychainHome()
      func run(_ words: String..., input: String? = nil) throws -> Ended {
        let all = words + ["--password-file", "pw"]
        return try home.run(
          all[0], all[1], all[2], all[3], input: input,
          environment: ["OMAMORI_WITNESS": home.folder.path("witness")])
      }
      #expect(try run("set", "a", input: "old").status == 0)
      let folder = home.folder.path(".local/share/omamori/keychain")
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      #expect(try run("set", "a", input: "new").status == 0)
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      let found = try run("get", "a")
      #expect(found.status == 3 && found.output == "" && found.errors.contains("older state"))
      #expect(try home.run("get", "a", "--password-file", "pw").output == "old")
    }

    @Test func anOldCopyIsRefusedByALivingAgent() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "a", input: "old").status == 0)
      let folder = home.folder.path(".local/share/omamori/keychain")
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      #expect(try home.run("set", "a", input: "new").status == 0)
      try FileManager.default.moveItem(atPath: folder, toPath: folder + ".newer")
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      for words in ["get", "set", "remove"] {
        let refused = try home.run(words, "a", input: "newest")
        #expect(refused.status == 3 && refused.output == "" && refused.errors.contains("older state"))
      }
      #expect(try home.run("lock").status == 0)
      let unlocked = try home.run("unlock", "--password-file", "pw")
      #expect(unlocked.status == 3 && unlocked.errors.contains("older state"))
      #expect(try home.run("get", "a").status == 3)
    }

    @Test func aMissingWitnessIsAcceptedOnlyWhenAsked() throws {
      let home = try KeychainHome()
      let witness = home.folder.path("witness")
      func run(_ words: String..., input: String? = nil) throws -> Ended {
        let all = words + ["--language", "en"]
        return try home.run(all, input: input, environment: ["OMAMORI_WITNESS": witness])
      }
      func unlock(_ more: String...) throws -> Ended {
        try home.run(["unlock", "--password-file", "pw"] + more, environment: ["OMAMORI_WITNESS": witness])
      }
      #expect(try unlock().status == 0)
      #expect(try run("set", "a", input: "1").status == 0)
      #expect(try run("agent", "--stop").status == 0)
      let note = try Data(contentsOf: URL(filePath: witness))
      try FileManager.default.removeItem(atPath: witness)
      for refused in [
        try unlock(), try run("get", "a", "--password-file", "pw"), try run("agent", "--password-file", "pw"),
      ] {
        #expect(refused.status == 3 && refused.output == "")
        #expect(refused.errors.contains("give --accept-missing-witness once"))
      }
      let japanese = try unlock("--language", "ja")
      #expect(japanese.status == 3 && japanese.errors.contains("--accept-missing-witness"))
      let accepted = try unlock("--accept-missing-witness")
      #expect(accepted.status == 0 && accepted.output == "" && accepted.errors.hasPrefix("warning: "))
      #expect(try run("get", "a").output == "1")
      #expect(try run("agent", "--stop").status == 0)
      // There is a new witness, and accepting means nothing where none is missing.
      let again = try unlock("--accept-missing-witness")
      #expect(again.status == 0 && again.errors == "")
      #expect(try run("set", "a", input: "2").status == 0)
      #expect(try run("agent", "--stop").status == 0)
      // Neither a damaged witness nor an older keychain is accepted.
      try Data(repeating: 1, count: note.count).write(to: URL(filePath: witness))
      // because the name is a string that outlives the call
      _ = unsafe chmod(witness, 0o600)
      #expect(try unlock("--accept-missing-witness").status == 3)
    }

    /// Each makes the witness unusable in a way that an accident or an attacker may, and none opens the old copy.
    @Test(arguments: [
      "chmod 644 w/witness", "mv w/witness w/moved && ln -s moved w/witness", "mv w w.away",
      "mv w/witness w/moved && mkdir -m 700 w/witness",
    ])
    func anOldCopyIsRefusedWithAWitnessThatCannotBeUsed(damage: String) throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("w/witness")]
      let folder = home.folder.path(".local/share/omamori/keychain")
      let access = ["--password-file", "pw", "--no-agent", "--language", "en"]
      func shell(_ command: String) throws {
        let ended = try Program(Program.find("bash") ?? "/bin/bash", ["-c", command], in: home.folder).wait()
        try #require(ended.status == 0, "\(ended.errors)")
      }
      try shell("mkdir -m 700 w")
      #expect(try home.run(["set", "a"] + access, input: "old", environment: environment).status == 0)
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      #expect(try home.run(["set", "a"] + access, input: "new", environment: environment).status == 0)
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      try shell(damage)
      for words in [["get", "a"], ["list"], ["set", "b"]] {
        let refused = try home.run(words + access, input: "x", environment: environment)
        #expect(refused.status == 3 && refused.output == "", "\(words)")
        #expect(refused.errors.contains("witness"), "\(words)")
      }
      let doctor = try home.run(["doctor"], environment: environment)
      #expect(doctor.status == 1)
      #expect(!doctor.output.contains("There is a witness"))
    }

    /// An old copy that got as many changes as the newest keychain, while the disk of the witness was away.
    @Test func aCopyThatWasChangedSeparatelyIsRefused() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("w/witness")]
      let folder = home.folder.path(".local/share/omamori/keychain")
      let access = ["--password-file", "pw", "--no-agent", "--language", "en"]
      func run(_ words: String..., input: String? = nil) throws -> Ended {
        try home.run(words + access, input: input, environment: environment)
      }
      try FileManager.default.createDirectory(
        atPath: home.folder.path("w"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      #expect(try run("set", "base", input: "x").status == 0)
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      for name in ["trust", "b"] { #expect(try run("set", name, input: "x").status == 0) }
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      try FileManager.default.moveItem(atPath: home.folder.path("w"), toPath: home.folder.path("away"))
      for name in ["c", "d"] {
        let set = try run("set", name, "--accept-missing-witness", input: "x")
        #expect(set.status == 0 && set.errors.contains("does not record the newest state"))
        let unwitnessed = try home.run(["get", name] + access)
        #expect(unwitnessed.status == 0 && unwitnessed.errors.contains("give --witness FILE"))
      }
      try FileManager.default.moveItem(atPath: home.folder.path("away"), toPath: home.folder.path("w"))
      for words in [["get", "c"], ["list"], ["set", "e"]] {
        let refused = try home.run(words + access, input: "x", environment: environment)
        #expect(
          refused.status == 3 && refused.output == "" && refused.errors.contains("older state"), "\(words)")
      }
      let verified = try home.run(["verify"] + access, environment: environment)
      #expect(verified.status == 1 && verified.output.contains("older state"))
    }

    @Test func anAgentThatCannotRecordAChangeSaysSoWithThatChange() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("w/witness")]
      try FileManager.default.createDirectory(
        atPath: home.folder.path("w"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      #expect(try home.run(["unlock", "--password-file", "pw"], environment: environment).status == 0)
      func errors(_ words: String...) throws -> String {
        let ended = try home.run(words + ["--language", "en"], input: "x")
        #expect(ended.status == 0, "\(words): \(ended.errors)")
        return ended.errors
      }
      #expect(try errors("set", "a") == "")
      try FileManager.default.moveItem(atPath: home.folder.path("w"), toPath: home.folder.path("away"))
      let warning = "does not record the newest state"
      #expect(try errors("get", "a") == "")
      // The first is warned of after it, the others before and not twice.
      for words in [["set", "a"], ["set", "b"], ["rename", "b", "c"], ["remove", "c"], ["get", "a"]] {
        let ended = try home.run(words + ["--language", "en"], input: "x")
        #expect(ended.status == 0 && ended.errors.components(separatedBy: warning).count == 2, "\(words)")
      }
      try FileManager.default.moveItem(atPath: home.folder.path("away"), toPath: home.folder.path("w"))
      #expect(try errors("set", "a").contains(warning))
      #expect(try errors("set", "a") == "")
      // An agent that was started without the witness says so too.
      #expect(try home.run("agent", "--stop").status == 0)
      try home.unlock()
      #expect(try errors("get", "a").contains(warning))
    }

    /// An agent that was started without the witness would not notice an old copy, so it is not used with one.
    @Test func anAgentWithAnotherWitnessIsNotUsed() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("witness")]
      let folder = home.folder.path(".local/share/omamori/keychain")
      let password = ["--password-file", "pw", "--no-agent"]
      #expect(try home.run(["set", "a"] + password, input: "old", environment: environment).status == 0)
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      #expect(try home.run(["set", "a"] + password, input: "new", environment: environment).status == 0)
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      let unlocked = try home.run("unlock", "--password-file", "pw", "--language", "en")
      #expect(unlocked.status == 0 && unlocked.errors.contains("does not record the newest state"))
      for words in [["get", "a"], ["list"], ["unlock"], ["unlock", "--password-file", "pw"]] {
        let refused = try home.run(words + ["--language", "en"], environment: environment)
        #expect(refused.status == 2 && refused.output == "", "\(words)")
        #expect(refused.errors.contains("does not use this witness"), "\(words)")
      }
      #expect(try home.run("agent", "--stop").status == 0)
      let noticed = try home.run(["unlock", "--password-file", "pw"], environment: environment)
      #expect(noticed.status == 3 && noticed.errors.contains("older state"))
    }

    @Test func theDoctorFindsAWitnessThatCanBeUsed() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("witness")]
      let words = ["set", "a", "--password-file", "pw"]
      #expect(try home.run(words, input: "1", environment: environment).status == 0)
      let doctor = try home.run(["doctor", "--language", "en"], environment: environment)
      #expect(doctor.status == 0 && doctor.output.contains("There is a witness"), "\(doctor.output)")
    }

    @Test func aMissingWitnessIsAcceptedWithoutAnAgent() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("witness")]
      let access = ["--password-file", "pw", "--no-agent", "--language", "en"]
      #expect(try home.run(["set", "a"] + access, input: "1", environment: environment).status == 0)
      try FileManager.default.removeItem(atPath: home.folder.path("witness"))
      #expect(try home.run(["get", "a"] + access, environment: environment).status == 3)
      let accepted = try home.run(
        ["get", "a", "--accept-missing-witness"] + access, environment: environment)
      #expect(accepted.status == 0 && accepted.output.hasPrefix("1"))
      #expect(accepted.errors.hasPrefix("warning: the witness was gone"))
      // There is a new one.
      let again = try home.run(["get", "a"] + access, environment: environment)
      #expect(again.status == 0 && again.errors == "")
    }

    @Test func acceptingAMissingWitnessDoesNotAcceptAnOldCopy() throws {
      let home = try KeychainHome()
      let environment = ["OMAMORI_WITNESS": home.folder.path("witness")]
      let folder = home.folder.path(".local/share/omamori/keychain")
      let password = ["--password-file", "pw"]
      #expect(try home.run(["set", "a"] + password, input: "1", environment: environment).status == 0)
      try FileManager.default.copyItem(atPath: folder, toPath: folder + ".copy")
      #expect(try home.run(["set", "a"] + password, input: "2", environment: environment).status == 0)
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.moveItem(atPath: folder + ".copy", toPath: folder)
      let refused = try home.run(
        ["unlock", "--accept-missing-witness"] + password, environment: environment)
      #expect(refused.status == 3 && refused.errors.contains("older state"))
    }

    /// The TPM is the one that the slots would use, wherever the variable says that it is.
    @Test func theDoctorLooksWhereTheVariableSays() throws {
      let home = try KeychainHome()
      func tpm(_ address: String) throws -> String {
        let ended = try home.run("doctor", "--json", environment: ["TPM2TOOLS_TCTI": address])
        let diagnoses = try StrictJSON.parse(ended.output).arrayValue ?? []
        let diagnosis = diagnoses.first { $0["subject"]?.stringValue == "tpm" }
        return "\(diagnosis?["verdict"]?.stringValue ?? "") \(diagnosis?["finding"]?.stringValue ?? "")"
      }
      #expect(try tpm("swtpm:path=/nonexistent").contains("'swtpm:path=/nonexistent'"))
      #expect(try tpm("/tmp/some-library.so").contains("TPM2TOOLS_TCTI"))
      guard let swtpm = Program.find("swtpm") else { return }
      let socket = home.folder.path("s")
      let program = try Program(
        swtpm,
        [
          "socket", "--tpm2", "--tpmstate", "dir=\(home.folder.url.path)", "--server",
          "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
          "not-need-init,startup-clear",
        ], in: home.folder, environment: [:])
      defer {
        // It begins with the signals of a test's thread, which may keep others from it.
        program.signal(SIGKILL)
        _ = try? program.wait()
      }
      for _ in 0..<500 where !FileManager.default.fileExists(atPath: socket + ".ctrl") { usleep(10_000) }
      let found = try tpm("swtpm:path=\(socket)")
      // Without the TSS there is no way to it, which is said, too.
      #expect(found.contains("answers") || found.contains("TSS") || found.contains("librar"), "\(found)")
    }

    @Test func theDoctorNamesWhatNeedsAttention() throws {
      let home = try KeychainHome()
      #expect(try home.run("doctor").status == 0)
      #expect(try home.run("set", "a", "--service", "other", "--password-file", "pw", input: "1").status == 0)
      let misplaced = try home.run("doctor", "a", "--password-file", "pw")
      #expect(misplaced.status == 1 && misplaced.output.contains("'other'"))
      #expect(try home.run("doctor", "a", "-s", "other", "--password-file", "pw").status == 0)
      let locked = try home.run("doctor", "a")
      #expect(locked.status == 1 && locked.output.contains("cannot be known"))
      let missing = try home.run("doctor", "zzz", "--password-file", "pw", "--language", "ja")
      #expect(missing.status == 1 && missing.output.contains("どこにもありません"))
      try home.unlock()
      #expect(try home.run("lock").status == 0)
      let agent = try home.run("doctor")
      #expect(agent.status == 1 && agent.output.contains("omamori keychain unlock"))
      let folder = home.folder.path(".local/share/omamori/keychain")
      // because the name is a string that outlives the call
      _ = unsafe chmod(folder, 0o755)
      let open = try home.run("doctor")
      #expect(open.status == 1 && open.output.contains("0700"))
    }

    @Test func zeroConfigurationOpensByItselfOnThisMachineOnly() throws {
      let home = try KeychainHome(isEmpty: true)
      #expect(try home.run("init", "--zero-config").status == 0)
      #expect(try home.run("set", "a", input: "1").status == 0)
      #expect(try home.run("get", "a").output == "1")
      let keyFile = home.folder.path(".local/state/omamori/keychain.key")
      let permissions = try FileManager.default.attributesOfItem(atPath: keyFile)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      try FileManager.default.removeItem(atPath: keyFile)
      #expect(try home.run("get", "a").status == 3)
    }

    @Test func rotatingKeepsItemsAndSlots() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "a", input: "1").status == 0)
      #expect(try home.run("slot", "add", "key-file", "--file", "kf", "--password-file", "pw").status == 0)
      #expect(try home.run("rotate", "--password-file", "pw").status == 0)
      // The agent follows.
      #expect(try home.run("get", "a").output == "1")
      #expect(try home.run("get", "a", "--key-file", "kf").output == "1")
      #expect(try home.run("verify", "--password-file", "pw").status == 0)
    }
  }
}
