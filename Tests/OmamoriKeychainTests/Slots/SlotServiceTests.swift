@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// Keeps keys in memory, as a service of the session would.
private final class SessionKeys: KeyKeeping {
  let keys = Protected<[String: SymmetricKey]>([:])
  func keep(_ key: SymmetricKey, named name: String) { keys.withLock { $0[name] = key } }
  func key(named name: String) -> SymmetricKey? { keys.withLock { $0[name] } }
  func forget(named name: String) { keys.withLock { $0[name] = nil } }
}

/// Refuses everything with one error.
private struct Refusing: KeySealing, KeyKeeping {
  let error: KeychainError
  func seal(_ key: SymmetricKey, pin: Password?) throws(KeychainError) -> [UInt8] { throw error }
  func unseal(_ sealed: [UInt8], pin: Password?) throws(KeychainError) -> SymmetricKey { throw error }
  func keep(_ key: SymmetricKey, named name: String) throws(KeychainError) { throw error }
  func key(named name: String) throws(KeychainError) -> SymmetricKey? { throw error }
  func forget(named name: String) throws(KeychainError) { throw error }
}

@Suite struct SlotServiceTests {
  @Test func keepsAKeyWithTheSession() throws {
    let session = SessionKeys()
    let services = SlotServices(secretService: session)
    var open = try Samples.keybag(RecoveryCode())
    let slot = try open.add(
      NewSlot("Session", .secretService), proof: nil, device: nil, services: services, now: Samples.now)
    #expect(session.keys.current.keys.map(\.self) == [slot.id.description])
    let sealed = try open.sealed()
    let back = try OpenKeybag(opening: sealed, with: .secretService, device: nil, services: services)
    #expect(back.key == open.key)
    #expect(throws: KeychainError.unavailable(.secretService)) { try OpenKeybag(sealed, .secretService) }

    let record = try #require(open.slots.last)
    let name = slot.id.description
    session.keep(SymmetricKey(size: .bits256), named: name)
    #expect(throws: KeychainError.corrupt(.slots)) {
      try OpenKeybag(opening: sealed, with: .secretService, device: nil, services: services)
    }
    try services.discard(record)
    #expect(session.keys.current.isEmpty)
    #expect(throws: KeychainError.wrongCredential) {
      try OpenKeybag(opening: sealed, with: .secretService, device: nil, services: services)
    }
    try SlotServices.none.discard(open.slots[0])
  }

  @Test(arguments: [KeychainError.locked, .unavailable(.tpm), .cancelled, .lockedOut(seconds: 600)])
  func saysWhatAServiceSays(_ error: KeychainError) throws {
    let refusing = Refusing(error: error)
    let services = SlotServices(tpm: refusing, secretService: refusing)
    var open = try Samples.keybag(RecoveryCode())
    for secret in [NewSlot.Secret.secretService, .tpm(pin: nil)] {
      #expect(throws: error) {
        try open.add(NewSlot("S", secret), proof: nil, device: nil, services: services, now: Samples.now)
      }
    }
    #expect(open.slots.count == 1)
    try open.add(
      NewSlot("Session", .secretService), proof: nil, device: nil,
      services: SlotServices(secretService: SessionKeys()), now: Samples.now)
    let sealed = try open.sealed()
    #expect(throws: error) {
      try OpenKeybag(opening: sealed, with: .secretService, device: nil, services: services)
    }
  }

  @Test func showsNoSecretInAnyError() throws {
    let probe = LeakProbe()
    let marker = Password(probe.marker)
    var open = try Samples.keybag(RecoveryCode(), device: DeviceKey())
    try open.add(Samples.passphraseSlot(), device: DeviceKey())
    let sealed = try open.sealed()
    var errors: [any Error] = []
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { errors.append(error) }
    }
    attempt { _ = try OpenKeybag(sealed, .passphrase(marker)) }
    attempt { _ = try OpenKeybag(sealed, .keyFile(path: "/\(probe.marker)")) }
    attempt { try open.add(NewSlot("\(probe.marker)\n", .passphrase(marker))) }
    attempt { try open.add(NewSlot("a", .keyFile(path: "/\(probe.marker)/x"))) }
    attempt { try open.add(NewSlot("a", .newKeyFile(path: "/\(probe.marker)/x"))) }
    attempt { try open.add(Samples.passphraseSlot("a"), proof: marker) }
    attempt { try open.add(NewSlot("a", .systemdCredential(name: probe.marker))) }
    attempt { _ = try RecoveryCode(reading: SecretBytes(copying: Array(probe.marker.utf8))) }
    attempt { _ = try SlotRecord(decoding: Array(probe.marker.utf8)) }
    attempt { _ = try Keybag.generation(of: Array(probe.marker.utf8)) }
    #expect(errors.count == 10)
    for error in errors { #expect(probe.leaks(in: error).isEmpty) }
    #expect(probe.leaks(in: SlotCredential.passphrase(marker)).isEmpty)
    #expect(probe.leaks(in: NewSlot("a", .passphrase(marker))).isEmpty)
  }
}
