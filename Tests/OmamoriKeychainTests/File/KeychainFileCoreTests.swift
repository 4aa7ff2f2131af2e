import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What is in the core of a process whose keychain was locked; each search is tried on the keychain before.
@Suite(.serialized, .enabled(if: CoreDump.isPossible)) struct KeychainFileCoreTests {
  /// A passphrase that nobody has thought of before, and what to look for.
  private static func passphrase() throws -> (secret: SharedSecretBytes, needle: Needle) {
    let secret = SharedSecretBytes(try SecretBytes(randomCount: 32))
    // because nothing is kept of the buffer but hidden bytes
    return (secret, secret.withBytes { unsafe $0.withUnsafeBytes { unsafe Needle("passphrase", $0) } })
  }

  private static func password(_ secret: SharedSecretBytes) -> Password { Password(secret.copy()) }

  private static func slot(_ secret: SharedSecretBytes) -> NewSlot {
    NewSlot("first", .passphrase(password(secret), cost: FileFixture.cost))
  }

  /// The keys that are in memory as long as a keychain is open; the others are derived where they are needed.
  private static let kept: Set<String> = ["keybag key", "index", "integrity"]

  @Test func aProcessThatUsedItsKeychain() async throws {
    let fixture = try FileFixture()
    await #expect(processExitsWith: .success) { [path = fixture.path as String] in
      CoreDump.keepSmall()
      let secret: Needle
      let file: KeychainFile
      do {
        let (passphrase, needle) = try Self.passphrase()
        file = try await KeychainFile.create(
          at: path, slot: Self.slot(passphrase), options: KeychainFileOptions())
        await file.lock(.everything)
        try await file.unlock(with: .passphrase(Self.password(passphrase)))
        secret = needle
      }
      let (keys, value) = try await Needle.use(file)
      let needles = keys + [value, secret]
      #expect(Self.kept.union(["value"]).isSubset(of: try await Self.hits(needles, reading: file).keys))
      await file.lock(.everything)
      let left = try CoreDump(of: getpid()).hits(needles)
      #expect(left == [:])
    }
    withExtendedLifetime(fixture) {}
  }

  /// What is found while a value is in use.
  private static func hits(_ needles: [Needle], reading file: KeychainFile) async throws -> [String: Int] {
    let found = try await file.find(Sample.query("name"), withSecrets: true, access: .none)
    defer { withExtendedLifetime(found) {} }
    return try CoreDump(of: getpid()).hits(needles)
  }

  @Test func anAgentThatServed() async throws {
    let fixture = try FileFixture()
    let (passphrase, secret) = try Self.passphrase()
    let file = try await KeychainFile.create(
      at: fixture.path, slot: Self.slot(passphrase), options: KeychainFileOptions())
    let socket = AgentSocket(folder: fixture.path + "-agent")
    defer { try? FileManager.default.removeItem(atPath: socket.folder) }
    async let served: ExitTest.Result? = #expect(processExitsWith: .success) {
      [path = fixture.path as String, folder = socket.folder as String] in
      CoreDump.keepSmall()
      let file = try await KeychainFile.open(at: path)
      let server = try #require(try AgentServer(serving: file, at: AgentSocket(folder: folder)))
      Thread.detachNewThread {
        // Whatever becomes of the test, nothing goes on after it.
        sleep(120)
        _exit(1)
      }
      await server.run()
    }
    let client = try await Self.client(of: socket)
    let agent = try await client.status().processIdentifier
    try await client.unlock(.passphrase(Self.password(passphrase)))
    let value = try await Self.use(client)
    let needles = try Needle.keys(of: file) + [value, secret]
    let before = try CoreDump(of: agent).hits(needles)
    #expect(Self.kept.isSubset(of: before.keys))
    try await client.lock()
    let left = try CoreDump(of: agent).hits(needles)
    #expect(left == [:])
    try await client.stop()
    _ = await served
    withExtendedLifetime(fixture) {}
  }

  private static func client(of socket: AgentSocket) async throws -> AgentKeychain {
    for _ in 0..<300 {
      if let client = try? await AgentKeychain.connect(to: socket) { return client }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await .connect(to: socket)
  }

  /// Stores and reads a value through an agent.
  private static func use(_ client: AgentKeychain) async throws -> Needle {
    let secret = SharedSecretBytes(try SecretBytes(randomCount: 40))
    var item = Sample.password("name")
    item.secret = secret
    _ = try await client.put(item, if: .always, access: .none)
    let found = try await client.find(Sample.query("name"), withSecrets: true, access: .none)
    #expect(found.first?.secret == secret)
    // because nothing is kept of the buffer but hidden bytes
    return secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Needle("value", $0) } }
  }
}
