import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Changing a passphrase takes as long as calculating with two; nobody else waits for that.
@Suite("Keychain file: passphrases", .timeLimit(.minutes(3))) struct PassphraseChangeTests {
  /// A cost of about a second.
  private static let slow = PasswordCost.argon2id(memory: 256 << 10, passes: 4, lanes: 1)

  @Test func anotherWriterDoesNotWait() async throws {
    let folder = try FileFixture()
    let file = try await folder.create()
    let slot = try #require(try await file.slots().first)
    // By way of a slot that stays the same, who has the keychain open follows.
    try await file.addSlot(NewSlot("Paper", .recoveryCode(RecoveryCode())))
    let other = try await folder.unlocked()
    let isDone = Protected(false)
    let change = Task {
      defer { isDone.withLock { $0 = true } }
      let start = ContinuousClock.now
      try await file.changePassphrase(
        slot.id, from: FileFixture.passphrase(), to: Password("another"), cost: Self.slow)
      return ContinuousClock.now - start
    }
    var (count, longest) = (0, Duration.zero)
    while !isDone.current {
      let start = ContinuousClock.now
      try await other.put(agentItem("\(count)"))
      longest = max(longest, ContinuousClock.now - start)
      count += 1
    }
    let whole = try await change.value
    #expect(count >= 5)
    #expect(longest < whole / 2, "\(longest) of \(whole)")
    await file.close()
    let again = try await folder.open()
    await #expect(throws: KeychainError.wrongCredential) {
      try await again.unlock(with: .passphrase(FileFixture.passphrase()))
    }
    try await again.unlock(with: .passphrase(Password("another")))
    #expect(try await again.find(agentItems).count == count)
    #expect(try await again.verify().problems.isEmpty)
  }

  /// What was prepared for a slot is not put over what others made of it.
  @Test func aSlotThatOthersChangedIsNotChangedBack() async throws {
    let code = try RecoveryCode()
    var keybag = try Samples.keybag(code)
    let slot = try keybag.add(Samples.passphraseSlot())
    let passwords = (Password("the first to come"), Password("the second"))
    let first = try keybag.preparePassphrase(
      slot.id, from: Samples.passphrase, to: passwords.0, cost: Samples.cost)
    let second = try keybag.preparePassphrase(
      slot.id, from: Samples.passphrase, to: passwords.1, cost: Samples.cost)
    // Other slots may come and go meanwhile.
    let paper = try keybag.add(NewSlot("More paper", .recoveryCode(RecoveryCode())))
    try keybag.changePassphrase(first)
    #expect(throws: KeychainError.contended) { try keybag.changePassphrase(second) }
    let sealed = try keybag.sealed()
    _ = try OpenKeybag(sealed, .passphrase(passwords.0))
    for wrong in [Samples.passphrase, passwords.1] {
      #expect(throws: KeychainError.wrongCredential) { try OpenKeybag(sealed, .passphrase(wrong)) }
    }
    _ = try keybag.remove(paper.id)
    _ = try keybag.remove(slot.id, acceptingLoss: true)
    #expect(throws: KeychainError.slot(.notFound)) { try keybag.changePassphrase(second) }
  }

  /// The slots as others left them count, not as they were when this keychain was opened.
  @Test func slotsThatOthersMadeCanBeChanged() async throws {
    let folder = try FileFixture()
    let (file, other) = (try await folder.create(), try await folder.unlocked())
    let slot = try await other.addSlot(
      FileFixture.slot("a second one", named: "second"), proof: FileFixture.passphrase())
    try await file.changePassphrase(
      slot.id, from: FileFixture.passphrase("a second one"), to: FileFixture.passphrase("a third one"),
      cost: FileFixture.cost)
    _ = try await file.addSlot(
      FileFixture.slot("a fourth one", named: "fourth"), proof: FileFixture.passphrase("a third one"))
    let again = try await folder.open()
    try await again.unlock(with: .passphrase(FileFixture.passphrase("a third one")))
    #expect(try await again.slots().count == 3)
  }
}
