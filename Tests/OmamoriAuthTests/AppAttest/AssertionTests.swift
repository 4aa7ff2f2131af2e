import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import Testing

@Suite("App Attest: assertions")
struct AssertionTests {
  private let device = FakeAppleDevice()
  private let counters = MemoryAssertionCounters()

  private func attested() throws -> AttestedKey {
    let key = try device.verifier().verify(
      try device.attestation(), keyID: device.keyIdentifier,
      clientDataHash: ClientDataHash(hashing: device.challenge))
    counters.add(key)
    return key
  }

  private func verify(_ assertion: Data, _ key: AttestedKey) async throws -> VerifiedAssertion {
    try await AssertionVerifier(appID: key.app, counters: counters).verify(
      assertion, publicKey: key.publicKey, clientDataHash: ClientDataHash(hashing: device.challenge))
  }

  @Test("Each assertion passes once, and only above the counter")
  func counting() async throws {
    let key = try attested()
    let first = try device.assertion(counter: 1)
    #expect(try await verify(first, key).counter == 1)
    await #expect(throws: AuthError.attestation(.counter)) { try await verify(first, key) }
    #expect(try await verify(try device.assertion(counter: 5), key).counter == 5)
    for counter: UInt32 in [0, 1, 4, 5] {
      await #expect(throws: AuthError.attestation(.counter)) {
        try await verify(try device.assertion(counter: counter), key)
      }
    }
    #expect(try await verify(try device.assertion(counter: .max), key).counter == .max)
    await #expect(throws: AuthError.attestation(.counter)) {
      try await verify(try device.assertion(counter: 6), key)
    }
  }

  @Test("Of many requests with one assertion one passes")
  func race() async throws {
    let key = try attested()
    let assertion = try device.assertion(counter: 1)
    let passed = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 { group.addTask { (try? await verify(assertion, key)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(passed == 1)
  }

  @Test("Another app, key, client data or form refuses, and leaves the counter")
  func faults() async throws {
    let key = try attested()
    let unsigned = CBORText.map([
      (CBORText.text("signature"), CBORText.bytes([])),
      (CBORText.text("authenticatorData"), CBORText.bytes([UInt8](repeating: 0, count: 37))),
    ])
    let attacks: [(Data, AttestationFault)] = [
      (try device.assertion(counter: 1, appID: "A1B2C3D4E5.com.example.other"), .appMismatch),
      (try device.assertion(counter: 1, clientData: Data("another".utf8)), .signatureInvalid),
      (try device.assertion(counter: 1, by: P256.Signing.PrivateKey()), .signatureInvalid),
      (try device.assertion(counter: 1, tail: [0x00]), .malformed),
      (try device.assertion(counter: 1, tail: [0xA0, 0xA0]), .malformed),
      (try device.assertion(counter: 1) + [0], .malformed),
      (Data(unsigned), .signatureInvalid), (Data(), .malformed), (Data([0xA0]), .malformed),
      (try device.assertion(counter: 0), .counter), (try device.attestation(), .malformed),
    ]
    for (assertion, fault) in attacks {
      await #expect(throws: AuthError.attestation(fault)) { try await verify(assertion, key) }
    }
    #expect(try await verify(try device.assertion(counter: 1), key).counter == 1)
  }

  @Test("Extensions are read whatever the flags say", arguments: [UInt8(0x40), 0x80, 0x00])
  func extensions(flags: UInt8) async throws {
    let key = try attested()
    let tail = CBORText.map([
      (CBORText.text("apple_validation_category_01"), CBORText.bytes([2, 0, 0, 0]))
    ])
    let assertion = try device.assertion(counter: 1, flags: flags, tail: tail)
    #expect(try await verify(assertion, key).extensions.category == .testFlight)
  }

  @Test("A key that was removed or was never added is refused")
  func unknownKey() async throws {
    let key = try attested()
    counters.remove(key.identifier)
    await #expect(throws: AuthError.attestation(.counter)) {
      try await verify(try device.assertion(counter: 1), key)
    }
  }
}
