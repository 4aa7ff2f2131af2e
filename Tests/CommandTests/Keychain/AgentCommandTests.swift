import Foundation
import TestSupport
import Testing

extension KeychainCommands {
  /// One unlocking serves many commands, until something locks.
  @Suite("Agent", .timeLimit(.minutes(5))) struct AgentCommandTests {
    @Test func oneUnlockingServesManyCommands() throws {
      let home = try KeychainHome()
      #expect(try home.run("set", "a", input: "secret").status == 3)
      try home.unlock()
      #expect(try home.run("set", "a", input: "secret").status == 0)
      let found = try home.run("get", "a")
      #expect(found.status == 0 && found.output == "secret" && found.errors == "")
      #expect(try home.run("lock").status == 0)
      let locked = try home.run("get", "a")
      #expect(locked.status == 3 && locked.output == "" && locked.errors.contains("omamori keychain unlock"))
      #expect(try home.run("unlock", "--password-file", "wrong").status == 3)
      try home.unlock()
      #expect(try home.run("get", "a").output == "secret")
      #expect(try home.run("get", "a", "--no-agent").status == 3)
      #expect(try home.run("agent", "--stop").status == 0)
      #expect(!FileManager.default.fileExists(atPath: home.socket))
      #expect(try home.run("agent", "--stop").status == 1)
      #expect(try home.run("lock").status == 0)
    }

    @Test func afterFirstUnlockStaysUsableWithALockedScreen() throws {
      let home = try KeychainHome()
      try home.unlock()
      #expect(try home.run("set", "a", "--accessible", "after-first-unlock", input: "1").status == 0)
      #expect(try home.run("set", "b", input: "2").status == 0)
      #expect(try home.run("lock", "--screen").status == 0)
      #expect(try home.run("get", "a").output == "1")
      #expect(try home.run("get", "b").status == 3)
    }

    @Test func servesInTheForegroundUntilItIsTold() throws {
      let home = try KeychainHome()
      let agent = try Program(
        Omamori.path, ["keychain", "agent", "--password-file", "pw"], in: home.folder,
        environment: home.environment)
      home.waitForAgent(isRunning: true)
      #expect(try home.run("list").status == 0)
      let second = try home.run("agent")
      #expect(second.status == 1 && second.errors.contains("another agent"))
      let permissions =
        try FileManager.default.attributesOfItem(atPath: home.socket)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      agent.signal(SIGTERM)
      let ended = try agent.wait()
      #expect(ended.status == 130 && ended.output == home.socket + "\n")
      #expect(!FileManager.default.fileExists(atPath: home.socket))
    }

    @Test func aKilledAgentIsReplaced() throws {
      let home = try KeychainHome()
      try home.unlock()
      let first = try #require(home.agentProcess)
      kill(first, SIGKILL)
      home.waitForAgent(isRunning: false)
      #expect(FileManager.default.fileExists(atPath: home.socket))
      #expect(try home.run("get", "a").status == 3)
      try home.unlock()
      #expect(try home.run("list").status == 0)
      #expect(home.agentProcess != first)
    }

    @Test func locksWhenNobodyUsesIt() throws {
      let home = try KeychainHome()
      #expect(try home.run("unlock", "--password-file", "pw", "--lock-after", "1").status == 0)
      #expect(try home.run("status", "--json").output.contains("\"lockAfterSeconds\": 60"))
    }

    @Test func aMissingKeychainIsSaidBeforeAnythingIsAsked() throws {
      let home = try KeychainHome(isEmpty: true)
      for words in ["unlock", "agent", "list"] {
        let ended = try home.run(words)
        #expect(ended.status == 3 && ended.errors.contains("omamori keychain init"), "\(words)")
      }
      let daemon = try home.run("agent", "--daemonize")
      #expect(daemon.status == 3 && daemon.errors.contains("omamori keychain init"))
    }

    /// After locking, neither the password nor a secret nor a name is anywhere in the agent's memory, and no other process
    /// of the user could look for it.
    @Test(.enabled(if: getuid() == 0, "only root may read the memory of a protected process"))
    func nothingStaysInTheMemory() throws {
      let home = try KeychainHome()
      try home.unlock()
      let secret = "a-secret-to-be-found-\(UInt64.random(in: 0 ... .max))"
      // Texts of at most 15 bytes are in a place of their own, so there is a short and a long one.
      let names = ["shortQx7Zk", "a-name-to-be-found-\(UInt64.random(in: 0 ... .max))"]
      for name in names {
        #expect(try home.run("set", name, "--comment", name + "!", input: secret).status == 0)
        for _ in 0..<5 { #expect(try home.run("get", name).output == secret) }
      }
      // What is not found is searched for among all items.
      for _ in 0..<5 {
        #expect(try home.run("get", "missingQx7").status == 1)
        #expect(try home.run("list").output.contains(names[1]))
      }
      let process = try #require(home.agentProcess)
      let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
      let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      #expect(core?.split(whereSeparator: \.isWhitespace).filter { $0 == "0" }.count == 2)
      #expect(try home.run("lock").status == 0)
      // The search itself is sound: the path of the keychain is in the memory.
      #expect(try ProcessMemory.count(of: home.folder.url.lastPathComponent, in: process) > 0)
      #expect(try ProcessMemory.count(of: secret, in: process) == 0)
      for name in names + ["missingQx7"] {
        #expect(try ProcessMemory.count(of: name, in: process) == 0, "\(name)")
      }
      #expect(try ProcessMemory.count(of: KeychainHome.password, in: process) == 0)
    }
  }
}

/// The memory of another process.
enum ProcessMemory {
  /// How often the bytes of a text occur in what the process can write to.
  static func count(of text: String, in process: pid_t) throws -> Int {
    let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
    // because the name is a string that outlives the call
    let memory = unsafe open("/proc/\(process)/mem", O_RDONLY)
    guard memory >= 0 else { throw POSIXError(.EACCES) }
    defer { close(memory) }
    var count = 0
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard words[1].hasPrefix("rw"), ends.count == 2, ends[1] - ends[0] < 1 << 28 else { continue }
      var bytes = [UInt8](repeating: 0, count: Int(ends[1] - ends[0]))
      // because at most the array's own size is written into it
      let size = unsafe pread(memory, &bytes, bytes.count, off_t(truncatingIfNeeded: ends[0]))
      guard size > 0 else { continue }
      count += Data(bytes[..<size]).ranges(of: Data(text.utf8)).count
    }
    return count
  }
}
