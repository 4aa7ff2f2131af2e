import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Processes that are killed within statements: of a migration, of changes of slots and keys, and of the making of a
/// keychain.
///
/// With `OMAMORI_DEEP` every moment of ``CrashPoints`` is tried; otherwise `OMAMORI_SOAK` is a factor of how many are.
@Suite(.serialized) struct StatementCrashTests {
  private static let names = (0..<6).map(String.init)

  private static func code(_ seed: UInt8 = 0) -> RecoveryCode {
    RecoveryCode(SharedSecretBytes(SecretBytes(copying: (1...20).map { $0 ^ seed })))
  }

  private static func slot() -> NewSlot { NewSlot("Paper", .recoveryCode(code())) }

  private static func unlocked(_ path: String, _ code: RecoveryCode = code()) async throws -> KeychainFile {
    let file = try await KeychainFile.open(at: path, options: KeychainFileOptions())
    try await file.unlock(with: .recoveryCode(code))
    return file
  }

  /// Runs a process to its end, and then some that are killed before.
  ///
  /// - Parameters:
  ///   - usual: At how many moments; see ``CrashPoints/chosen(of:usual:)``.
  ///   - run: Runs a process until a moment, looks at what it left, and gives what the process said.
  /// - Throws: What `run` throws.
  private static func kill(usual: Int, _ run: (Int) async throws -> [String]) async throws {
    let all = try await run(.max)
    let count = try #require(all.last.flatMap { Int($0.dropFirst("moments ".count)) })
    #expect(count > 50)
    for last in CrashPoints.chosen(of: count, usual: usual) {
      // One that was not killed is one of the moments that come and go with waiting for locks.
      let said = try await run(last)
      #expect(said.last?.hasPrefix("moments") != true || last > count - 20)
    }
  }

  /// What a process does when it was not killed.
  private static func end(_ handle: FileHandle) throws -> Never {
    try say("moments \(CrashPoints.passed)", handle)
    CrashPoints.end()
  }

  private static func lines(_ log: String) throws -> [String] {
    try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private static func say(_ line: String, _ handle: FileHandle) throws {
    try handle.write(contentsOf: Data("\(line)\n".utf8))
  }

  // MARK: - Migration

  /// Rewrites every value, gives names and another protection, and puts several items together.
  private static let steps = [
    KeychainMigration.Step { step throws(KeychainError) in
      for name in names {
        guard let value = try step.value(for: key(name)) else { continue }
        try step.set(value + " rewritten", for: key(name))
      }
    },
    KeychainMigration.Step { step throws(KeychainError) in
      for name in names.prefix(3) { try step.rename(key(name), to: "renamed \(name)") }
      let query = ItemQuery(.genericPassword, [.service: .text("app")], limit: .all)
      _ = try step.step.update(query, ItemChanges(accessibility: .afterFirstUnlockThisDeviceOnly))
    },
    KeychainMigration.Step { step throws(KeychainError) in
      var joined: [String] = []
      for name in names.suffix(3) {
        if let value = try step.value(for: key(name)) { joined.append(value) }
        try step.remove(key(name))
      }
      if !joined.isEmpty { try step.set(joined.joined(separator: "+"), for: key("joined")) }
    },
  ]

  private static func key(_ name: String) -> Keychain.Key<String> { Keychain.Key(name) }

  /// The values that the items have to have in a layout.
  private static func values(_ layout: Int) -> [String: String] {
    let first = Dictionary(uniqueKeysWithValues: names.map { ($0, "value \($0)") })
    let second = first.mapValues { $0 + " rewritten" }
    guard layout > 1 else { return layout == 0 ? first : second }
    let renamed = Dictionary(
      uniqueKeysWithValues: second.map { ((Int($0) ?? 9) < 3 ? "renamed \($0)" : $0, $1) })
    guard layout > 2 else { return renamed }
    let joined = names.suffix(3).compactMap { renamed[$0] }.joined(separator: "+")
    return renamed.filter { $0.key.hasPrefix("renamed") }.merging(["joined": joined]) { $1 }
  }

  private static func values(_ keychain: Keychain) async throws -> [String: String] {
    var values: [String: String] = [:]
    for name in try await keychain.keys() { values[name] = try await keychain.value(for: key(name)) }
    return values
  }

  /// Migrates step by step, with a write of its own after each, and says what is done.
  private static func migrate(_ path: String, _ log: String, last: Int) async throws {
    CrashPoints.watch()
    let file = try await unlocked(path)
    let handle = try #require(FileHandle(forWritingAtPath: log))
    CrashPoints.begin(last: last)
    let keychain = Keychain(service: "app", backend: file)
    for layout in 1...steps.count {
      try await KeychainMigration(keychain, steps: Array(steps.prefix(layout))).run()
      try say("layout \(layout)", handle)
      try await file.put(Sample.password("\(layout)", "acknowledged \(layout)"))
      try say("put \(layout)", handle)
    }
    try await KeychainMigration(keychain, steps: steps).commit()
    try say("committed", handle)
    try end(handle)
  }

  @Test func aKilledMigrationGoesOn() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (made, path, log) = (folder.path + "/made", folder.path + "/store", folder.path + "/log")
    let file = try await KeychainFile.create(at: made, slot: Self.slot(), options: KeychainFileOptions())
    let keychain = Keychain(service: "app", backend: file)
    for (name, value) in Self.values(0) { try await keychain.set(value, for: Self.key(name)) }
    await file.close()

    func run(_ last: Int) async throws -> [String] {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: made, toPath: path)
      try Data().write(to: URL(filePath: log))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, last = last as Int] in
        try await Self.migrate(path, log, last: last)
      }
      let said = try Self.lines(log)
      try await Self.check(path, said)
      return said
    }

    let all = try await run(.max)
    let count = try #require(all.last.flatMap { Int($0.dropFirst("moments ".count)) })
    #expect(count > 200)
    var killed = 0
    for last in CrashPoints.chosen(of: count, usual: 10)
    where try await run(last).last?.hasPrefix("moments") != true {
      killed += 1
    }
    #expect(killed > 0)
  }

  /// Whatever was said to be done is, every layout is whole, and the migration goes on from where it was, and back.
  private static func check(_ path: String, _ said: [String]) async throws {
    let file = try await unlocked(path)
    let keychain = Keychain(service: "app", backend: file)
    let migration = KeychainMigration(keychain, steps: steps)
    #expect(try await file.verify().problems.isEmpty)
    let layout = try await migration.layout()
    let layouts = said.count { $0.hasPrefix("layout") }
    #expect(layout == layouts || layout == layouts + 1)
    #expect(try await values(keychain) == values(layout))
    for line in said where line.hasPrefix("put") {
      let name = String(line.dropFirst("put ".count))
      #expect(try await file.texts(Sample.query(name)) == ["acknowledged \(name)"])
    }
    #expect(
      try await migration.run()
        == KeychainMigration.Outcome(from: layout, to: 3, changedCount: [16, 10, 4, 0][layout]))
    #expect(try await values(keychain) == values(3))
    let first = try await migration.revert()
    #expect(first == 0 || (first == 3 && layout == 3))
    #expect(try await values(keychain) == values(first))
    try await migration.run()
    try await migration.commit()
    #expect(try await migration.layout() == 3)
    #expect(try await values(keychain) == values(3))
    #expect(try await file.verify().problems.isEmpty)
    await file.close()
  }

  // MARK: - Slots and keys

  private static func changeSlots(_ path: String, _ log: String, last: Int) async throws {
    CrashPoints.watch()
    let file = try await unlocked(path)
    let handle = try #require(FileHandle(forWritingAtPath: log))
    CrashPoints.begin(last: last)
    let slot = try await file.addSlot(NewSlot("Second", .recoveryCode(code(1))))
    try say("added", handle)
    try await file.put(Sample.password("1", "acknowledged 1"))
    try say("put 1", handle)
    try await file.rotateKeys()
    try say("rotated", handle)
    try await file.put(Sample.password("2", "acknowledged 2"))
    try say("put 2", handle)
    try await file.removeSlot(slot.id)
    try say("removed", handle)
    try end(handle)
  }

  @Test func killedChangesOfSlotsAreWholeOrNone() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (made, path, log) = (folder.path + "/made", folder.path + "/store", folder.path + "/log")
    let file = try await KeychainFile.create(at: made, slot: Self.slot(), options: KeychainFileOptions())
    for name in Self.names { try await file.put(Sample.password("old \(name)", "old")) }
    await file.close()

    func run(_ last: Int) async throws -> [String] {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: made, toPath: path)
      try Data().write(to: URL(filePath: log))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, last = last as Int] in
        try await Self.changeSlots(path, log, last: last)
      }
      let said = try Self.lines(log)
      try await Self.checkSlots(path, said)
      return said
    }

    try await Self.kill(usual: 8, run)
  }

  private static func checkSlots(_ path: String, _ said: [String]) async throws {
    let file = try await unlocked(path)
    #expect(try await file.verify().problems.isEmpty)
    #expect(try await file.texts().count { $0 == "old" } == names.count)
    for name in ["1", "2"] where said.contains("put \(name)") {
      #expect(try await file.texts(Sample.query(name)) == ["acknowledged \(name)"])
    }
    let slots = try await file.slots().map(\.name)
    let isUnsure = said.isEmpty || said.last == "put 2"
    #expect(isUnsure || slots.contains("Second") == !said.contains("removed"))
    if slots.contains("Second") {
      let other = try await unlocked(path, code(1))
      #expect(try await other.texts().count { $0 == "old" } == names.count)
      await other.close()
    } else {
      await #expect(throws: KeychainError.wrongCredential) { _ = try await unlocked(path, code(1)) }
    }
    try await file.rotateKeys()
    #expect(try await file.verify().problems.isEmpty)
    await file.close()
  }

  // MARK: - Making

  private static func make(_ path: String, _ log: String, last: Int) async throws {
    CrashPoints.watch()
    let handle = try #require(FileHandle(forWritingAtPath: log))
    CrashPoints.begin(last: last)
    let file = try await KeychainFile.create(at: path, slot: slot(), options: KeychainFileOptions())
    try say("made", handle)
    try await file.put(Sample.password("a", "acknowledged"))
    try say("put", handle)
    try end(handle)
  }

  @Test func aKilledMakingIsInNobodysWay() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let (path, log) = (folder.path + "/deeper/store", folder.path + "/log")

    func run(_ last: Int) async throws -> [String] {
      try? FileManager.default.removeItem(atPath: path)
      try Data().write(to: URL(filePath: log))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, last = last as Int] in
        try await Self.make(path, log, last: last)
      }
      let said = try Self.lines(log)
      try await Self.checkMade(path, said)
      return said
    }

    let all = try await run(.max)
    let count = try #require(all.last.flatMap { Int($0.dropFirst("moments ".count)) })
    #expect(count > 50)
    var killed = 0
    for last in CrashPoints.chosen(of: count, usual: 8)
    where try await run(last).last?.hasPrefix("moments") != true {
      killed += 1
    }
    #expect(killed > 0)
  }

  /// A keychain is there and whole, or none is and one can be made; nothing else is left in the folder.
  private static func checkMade(_ path: String, _ said: [String]) async throws {
    do {
      let file = try await unlocked(path)
      await #expect(throws: KeychainError.storeExists) {
        try await KeychainFile.create(at: path, slot: slot(), options: KeychainFileOptions())
      }
      await file.close()
    } catch KeychainError.unavailable(.store) {
      #expect(said.isEmpty)
      let file = try await KeychainFile.create(at: path, slot: slot(), options: KeychainFileOptions())
      await file.close()
    }
    let file = try await unlocked(path)
    if said.contains("put") { #expect(try await file.texts(Sample.query("a")) == ["acknowledged"]) }
    try await file.put(Sample.password("b", "after"))
    #expect(try await file.texts(Sample.query("b")) == ["after"])
    #expect(try await file.verify().problems.isEmpty)
    await file.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(
      Set(left).isSubset(of: [DeviceKey.fileName] + StoreLocation.endings.map { StoreLocation.fileName + $0 })
    )
  }
}
