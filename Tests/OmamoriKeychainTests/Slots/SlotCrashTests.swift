import Foundation
import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Changes the slots and keys of a keychain in a process of its own that is killed at any moment.
@Suite(.serialized) struct SlotCrashTests {
  /// `OMAMORI_SOAK` is how often as a multiple of 120; with `OMAMORI_DEEP` it is all of them.
  private static let rounds: Int = {
    let environment = ProcessInfo.processInfo.environment
    if environment["OMAMORI_DEEP"] != nil { return 120 }
    return max(6, Int(120 * (environment["OMAMORI_SOAK"].flatMap(Double.init) ?? 0.05)))
  }()
  private static let secret = [UInt8](1...20)

  private static func code(_ seed: UInt8) -> RecoveryCode {
    RecoveryCode(SharedSecretBytes(SecretBytes(copying: secret.map { $0 ^ seed })))
  }

  private static func item(_ name: String) -> NewItem {
    NewItem(
      .genericPassword, ItemAttributes([.service: .text("slots"), .account: .text(name)]),
      secret: SharedSecretBytes(SecretBytes(copying: Array(name.utf8))))
  }

  @Test func losesNothingThatWasAcknowledged() async throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let path = folder.path + "/store"
    let log = folder.path + "/log"
    let file = try await KeychainFile.create(
      at: path, slot: NewSlot("Paper", .recoveryCode(Self.code(0))), options: KeychainFileOptions())
    await file.close()
    try Data().write(to: URL(fileURLWithPath: log))
    var kept: Set<String> = []
    for round in 0..<Self.rounds {
      let delay = UInt32.random(in: 1_000...120_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, delay = delay as UInt32, round = round as Int] in
        try await Self.change(path, log, killedAfter: delay, round)
      }
      let acknowledged = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(
        String.init)
      kept.formUnion(acknowledged.filter { $0.hasPrefix("item") })
      let file = try await KeychainFile.open(at: path, options: KeychainFileOptions())
      try await file.unlock(with: .recoveryCode(Self.code(0)))
      let items = try await file.find(ItemQuery(.genericPassword, limit: .all), withSecrets: true)
      let names = Set(items.compactMap { $0.attributes.text(.account) })
      #expect(names.isSuperset(of: kept))
      for item in items {
        let expected = SharedSecretBytes(
          SecretBytes(copying: Array((item.attributes.text(.account) ?? "").utf8)))
        #expect(item.secret == expected)
      }
      // The last thing that was acknowledged of a slot holds, unless a later change was cut off.
      let slots = try await file.slots().map(\.name)
      #expect(slots.first == "Paper" && slots.count <= 2)
      if slots.count == 2, acknowledged.last == "removed" { #expect(slots.last?.hasPrefix("Slot") == true) }
      if slots.count == 2 {
        let other = try await KeychainFile.open(at: path, options: KeychainFileOptions())
        try await other.unlock(with: .recoveryCode(Self.code(1)))
        await other.close()
      }
      await file.close()
    }
    #expect(!kept.isEmpty || Self.rounds < 10)
  }

  /// What the process does until it is killed: an item, a slot, new keys, the slot away, again and again.
  private static func change(
    _ path: String, _ log: String, killedAfter delay: UInt32, _ round: Int
  ) async throws {
    let file = try await KeychainFile.open(at: path, options: KeychainFileOptions())
    try await file.unlock(with: .recoveryCode(code(0)))
    let handle = try #require(FileHandle(forWritingAtPath: log))
    try handle.seekToEnd()
    Thread.detachNewThread {
      usleep(delay)
      kill(getpid(), SIGKILL)
    }
    for slot in try await file.slots() where slot.name != "Paper" { try await file.removeSlot(slot.id) }
    for count in 0..<10_000 {
      let name = "item \(round) \(count)"
      _ = try await file.put(item(name), if: .always, access: .none)
      try handle.write(contentsOf: Data("\(name)\n".utf8))
      let slot = try await file.addSlot(NewSlot("Slot \(count)", .recoveryCode(code(1))))
      try handle.write(contentsOf: Data("added\n".utf8))
      try await file.rotateKeys()
      try handle.write(contentsOf: Data("rotated\n".utf8))
      try await file.removeSlot(slot.id)
      try handle.write(contentsOf: Data("removed\n".utf8))
    }
  }
}
