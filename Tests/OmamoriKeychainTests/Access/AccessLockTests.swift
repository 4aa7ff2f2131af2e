@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// A store with a passphrase, and locks of one item.
struct LockFixture {
  let open: OpenKeybag
  let key = SymmetricKey(size: .bits256)
  let context: [UInt8]

  init(hasPassphrase: Bool = true) throws {
    let device = DeviceKey()
    var open = try Samples.keybag(RecoveryCode(), device: device)
    if hasPassphrase { try open.add(Samples.passphraseSlot(), device: device) }
    self.open = open
    context = open.store.bytes
  }

  var keys: AccessKeys { AccessKeys(gate: open.keybag.gate, passcode: open.keybag.passcode) }

  func close(
    _ constraints: AccessControl.Constraints,
    _ access: ItemAccess = .none
  ) async throws -> AccessLock {
    let control = AccessControl(.whenUnlocked, constraints)
    let plan = try AccessPlan(control, hasPasscode: keys.passcode != nil)
    let lock = try await AccessLock(key, behind: plan, context: context, keys: keys, access: access)
    let read = try AccessLock(decoding: lock.encoded)
    #expect(read == lock && lock.encoded.count <= AccessLock.greatestByteCount)
    return read
  }

  func opens(_ lock: AccessLock, _ access: ItemAccess = .none) async throws -> Bool {
    try await lock.open(
      context: context, keys: keys, store: open.store, slots: open.slots, access: access) == key
  }

  /// Every key that an unlocked store has.
  var everyKey: [SymmetricKey] {
    var keys = [open.key, open.keybag.index, open.keybag.integrity, open.keybag.gate]
    keys += open.keybag.escrow.values
    keys += open.keybag.classes.values.compactMap(\.key)
    for ring in open.ring(.unlocked).classes.values { keys += [ring.metadata, ring.secret] }
    return keys
  }
}

extension ItemAccess {
  static func passphrase(_ text: String = "correct horse battery staple") -> ItemAccess {
    ItemAccess(passphrase: SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
  }

  static func password(_ text: String) -> ItemAccess {
    ItemAccess(applicationPassword: SharedSecretBytes(SecretBytes(copying: Array(text.utf8))))
  }

  static func asking(_ outcomes: AuthenticationOutcome..., enrolment: String? = nil) -> ItemAccess {
    ItemAccess(
      authenticator: ScriptedAuthenticator(
        outcomes: outcomes, enrolment: enrolment.map { Data($0.utf8) }))
  }
}

@Suite struct AccessLockTests {
  @Test func takesAPassphraseEachTime() async throws {
    let fixture = try LockFixture()
    for constraints in [AccessControl.Constraints.devicePasscode, .userPresence] {
      let lock = try await fixture.close(constraints)
      #expect(lock.protection == .keyBound)
      #expect(try await fixture.opens(lock, .passphrase()))
      await #expect(throws: KeychainError.denied) { try await fixture.opens(lock) }
      await #expect(throws: KeychainError.denied) { try await fixture.opens(lock, .asking(.success)) }
      await #expect(throws: KeychainError.wrongCredential) {
        try await fixture.opens(lock, .passphrase("a guess"))
      }
    }
  }

  @Test func withholdsTheKeyWithoutTheProof() async throws {
    let fixture = try LockFixture()
    let passcode = try await fixture.close(.devicePasscode)
    let password = try await fixture.close(.applicationPassword, .password("item"))
    let both = try await fixture.close(
      [.biometryAny, .and, .devicePasscode], .asking())
    for lock in [passcode, password, both] {
      #expect(lock.protection == .keyBound)
      // No key of the unlocked store, and none that follows from two of them, opens what is sealed.
      for key in fixture.everyKey {
        for sealed in lock.sealedKeys {
          let binding = lock.binding(fixture.context)
          #expect(KeyWrap.openKey(sealed, under: key, authenticating: binding) == nil)
          #expect(KeyWrap.openKey(sealed, under: lock.sealingKey([key], nil), authenticating: binding) == nil)
          for leaf in lock.leaves {
            guard case .gate(let part, let salt) = leaf else { continue }
            let gate = AccessLock.gateKey(fixture.keys, part, salt: salt, state: nil)
            for group in [[gate], [gate, key], [key, gate]] {
              let sealing = lock.sealingKey(group, nil)
              #expect(KeyWrap.openKey(sealed, under: sealing, authenticating: binding) == nil)
            }
          }
        }
      }
    }
  }

  @Test func callsAGateAGate() async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close(.biometryAny, .asking())
    #expect(lock.protection == .gate)
    #expect(try await fixture.opens(lock, .asking(.success)))
    // That is what a gate is: a program with the store's keys that does not ask has the item's key.
    guard case .gate(let part, let salt) = lock.leaves[0] else {
      Issue.record("the leaf is no gate")
      return
    }
    let sealing = lock.sealingKey([AccessLock.gateKey(fixture.keys, part, salt: salt, state: nil)], nil)
    let key = KeyWrap.openKey(
      lock.sealedKeys[0], under: sealing, authenticating: lock.binding(fixture.context))
    #expect(key == fixture.key)
  }

  @Test(arguments: [
    (AuthenticationOutcome.failed, KeychainError.denied), (.fallback, .denied), (.cancelled, .cancelled),
    (.systemCancelled, .cancelled), (.lockout, .lockedOut(seconds: nil)), (.invalidated, .invalidated),
    (.notEnrolled, .unavailable(.authenticator)), (.notAvailable, .unavailable(.authenticator)),
    (.passcodeNotSet, .unavailable(.authenticator)),
  ])
  func saysHowARequestEnded(_ outcome: AuthenticationOutcome, _ error: KeychainError) async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close(.biometryAny, .asking())
    await #expect(throws: error) { try await fixture.opens(lock, .asking(outcome)) }
    await #expect(throws: KeychainError.denied) { try await fixture.opens(lock) }
    await #expect(throws: KeychainError.denied) { try await fixture.opens(lock, .passphrase()) }
  }

  @Test func isBoundToTheEnrolment() async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close(.biometryCurrentSet, .asking(enrolment: "two fingers"))
    #expect(lock.protection == .gate)
    #expect(try await fixture.opens(lock, .asking(.success, enrolment: "two fingers")))
    let other = ScriptedAuthenticator(outcomes: [.success], enrolment: Data("three fingers".utf8))
    await #expect(throws: KeychainError.invalidated) {
      try await fixture.opens(lock, ItemAccess(authenticator: other))
    }
    #expect(other.requests.isEmpty)
    await #expect(throws: KeychainError.unavailable(.authenticator)) {
      try await fixture.opens(lock, .asking(.success))
    }
    // Somebody enrols another finger while the person is asked.
    let changing = ScriptedAuthenticator(outcomes: [.success], enrolment: Data("two fingers".utf8))
    changing.enrol(Data("three fingers".utf8), whileAsking: true)
    await #expect(throws: KeychainError.invalidated) {
      try await fixture.opens(lock, ItemAccess(authenticator: changing))
    }
    // A passphrase still opens an item that it opened before.
    let either = try await fixture.close(
      [.biometryCurrentSet, .or, .devicePasscode], .asking(enrolment: "two fingers"))
    #expect(either.protection == .gate && either.sealedKeys.count == 2)
    await #expect(throws: KeychainError.denied) {
      try await fixture.opens(either, .asking(.success, enrolment: "three fingers"))
    }
    #expect(try await fixture.opens(either, .asking(.success, enrolment: "two fingers")))
    #expect(try await fixture.opens(either, .passphrase()))
  }

  @Test func needsAllOrOne() async throws {
    let fixture = try LockFixture()
    let all = try await fixture.close([.biometryAny, .and, .devicePasscode], .asking())
    #expect(all.protection == .keyBound && all.sealedKeys.count == 1)
    var access = ItemAccess.passphrase()
    await #expect(throws: KeychainError.denied) { try await fixture.opens(all, access) }
    let authenticator = ScriptedAuthenticator(outcomes: [.success, .cancelled])
    access.authenticator = authenticator
    #expect(try await fixture.opens(all, access))
    #expect(authenticator.requests.map(\.policy) == [.biometrics])
    await #expect(throws: KeychainError.cancelled) { try await fixture.opens(all, access) }
    // Nobody is asked when the passphrase is wrong already.
    access.passphrase = SharedSecretBytes(SecretBytes(copying: [1, 2, 3] as [UInt8]))
    await #expect(throws: KeychainError.wrongCredential) { try await fixture.opens(all, access) }
    #expect(authenticator.requests.count == 2)

    let one = try await fixture.close([.biometryAny, .or, .devicePasscode], .asking())
    let unasked = ScriptedAuthenticator(outcomes: [])
    var either = ItemAccess.passphrase()
    either.authenticator = unasked
    #expect(try await fixture.opens(one, either))
    #expect(unasked.requests.isEmpty)
    #expect(try await fixture.opens(one, .asking(.success)))
  }

  @Test func mixesInThePasswordOfTheItem() async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close(.applicationPassword, .password("of the item"))
    #expect(try await fixture.opens(lock, .password("of the item")))
    await #expect(throws: KeychainError.wrongCredential) {
      try await fixture.opens(lock, .password("of another"))
    }
    await #expect(throws: KeychainError.denied) { try await fixture.opens(lock) }
    await #expect(throws: KeychainError.denied) { try await fixture.close(.applicationPassword) }
    var access = ItemAccess.password("of the item")
    access.authenticator = ScriptedAuthenticator(outcomes: [.success, .success])
    let both = try await fixture.close([.biometryAny, .applicationPassword], access)
    #expect(both.protection == .keyBound)
    #expect(try await fixture.opens(both, access))
    await #expect(throws: KeychainError.denied) { try await fixture.opens(both, .asking(.success)) }
  }

  @Test func refusesWhatCouldNeverBeMet() async throws {
    let without = try LockFixture(hasPassphrase: false)
    let impossible: [(AccessControl.Constraints, ItemAccess)] = [
      (.devicePasscode, .asking()), (.userPresence, .none), (.biometryAny, .none),
      (.biometryCurrentSet, .asking()), ([.biometryAny, .and, .devicePasscode], .asking()),
      ([.biometryCurrentSet, .or, .devicePasscode], .none),
    ]
    for (constraints, access) in impossible {
      await #expect(throws: KeychainError.unsupported(.accessControl)) {
        try await without.close(constraints, access)
      }
    }
    let presence = try await without.close(.userPresence, .asking())
    #expect(presence.protection == .gate)
    let authenticator = ScriptedAuthenticator(outcomes: [.success])
    #expect(try await without.opens(presence, ItemAccess(authenticator: authenticator)))
    #expect(authenticator.requests.map(\.policy) == [.biometricsOrPasscode])
    let with = try LockFixture()
    let one = try await with.close([.biometryAny, .or, .devicePasscode])
    #expect(one.leaves.count == 1 && one.protection == .keyBound)
    #expect(throws: KeychainError.invalidRequest(.accessControl)) {
      try AccessPlan(AccessControl(.whenUnlocked, [.biometryAny, .or, .and]), hasPasscode: true)
    }
    #expect(throws: KeychainError.invalidRequest(.accessControl)) {
      try AccessPlan(AccessControl(.whenUnlocked, .init(rawValue: 1 << 5)), hasPasscode: true)
    }
    #expect(try AccessPlan(AccessControl(.whenUnlocked, .privateKeyUsage), hasPasscode: true).isEmpty)
  }

  @Test func isInvalidatedWithThePassphrases() async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close(.devicePasscode)
    var open = fixture.open
    let slot = try #require(open.slots.last)
    _ = try open.remove(slot.id, acceptingLoss: true)
    let gone = AccessKeys(gate: open.keybag.gate, passcode: open.keybag.passcode)
    await #expect(throws: KeychainError.invalidated) {
      try await lock.open(
        context: fixture.context, keys: gone, store: open.store, slots: open.slots, access: .passphrase())
    }
  }

  @Test func refusesEveryChangedBitAndEveryTruncation() async throws {
    let fixture = try LockFixture()
    let lock = try await fixture.close([.biometryAny, .biometryCurrentSet], .asking(enrolment: "e"))
    let bytes = lock.encoded
    for index in bytes.indices {
      #expect(throws: KeychainError.corrupt(.item)) { try AccessLock(decoding: Array(bytes[..<index])) }
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        guard let read = try? AccessLock(decoding: changed) else { continue }
        await #expect(throws: KeychainError.self) {
          try await fixture.opens(read, .asking(.success, .success, enrolment: "e"))
        }
      }
    }
    #expect(throws: KeychainError.corrupt(.item)) { try AccessLock(decoding: bytes + [0]) }
    await #expect(throws: KeychainError.corrupt(.item)) {
      try await lock.open(
        context: [1], keys: fixture.keys, store: fixture.open.store, slots: fixture.open.slots,
        access: .asking(.success, enrolment: "e"))
    }
  }
}
