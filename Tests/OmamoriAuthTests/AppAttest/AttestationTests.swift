import OmamoriAuth
import OmamoriCore
import OmamoriCrypto
import Testing

@Suite("App Attest: attestations")
struct AttestationTests {
  private let device = FakeAppleDevice()

  private func verify(
    _ attestation: Data, _ environments: Set<AppAttestEnvironment> = [.production]
  ) throws -> AttestedKey {
    try device.verifier(environments).verify(
      attestation, keyID: device.keyIdentifier, clientDataHash: ClientDataHash(hashing: device.challenge))
  }

  @Test("A sound attestation gives the key, the receipt and nothing that is not in it")
  func soundAttestation() throws {
    let key = try verify(try device.attestation())
    #expect(key.identifier == device.keyIdentifier)
    #expect(key.publicKey.rawRepresentation == device.key.publicKey.rawRepresentation)
    #expect(key.environment == .production)
    #expect(key.receipt == Data([1, 2, 3]))
    #expect(key.extensions.bundleVersion == nil && key.extensions.category == nil)
  }

  @Test("Extensions are read whatever the flags say", arguments: [UInt8(0x40), 0xC0, 0x00, 0x80])
  func extensions(flags: UInt8) throws {
    let tail = CBORText.map([
      (CBORText.text("apple_bundle_version_01"), CBORText.text("1.0")),
      (CBORText.text("apple_validation_category_01"), CBORText.bytes([4, 0, 0, 0])),
      (CBORText.text("something_new_01"), CBORText.array([[0x01], [0xF6]])),
    ])
    let key = try verify(
      try device.attestation {
        $0.flags = flags
        $0.tail = tail
      })
    #expect(key.extensions.bundleVersion == "1.0")
    #expect(key.extensions.category == .appStore)
  }

  @Test("An environment is taken only when it was asked for")
  func environments() throws {
    let development = try device.attestation { $0.environment = Array("appattestdevelop".utf8) }
    #expect(throws: AuthError.attestation(.wrongEnvironment)) { try verify(development) }
    #expect(try verify(development, [.production, .development]).environment == .development)
    #expect(throws: AuthError.attestation(.wrongEnvironment)) {
      try verify(try device.attestation(), [.development])
    }
  }

  @Test("What an app passes without hashing is taken as it is, and never by accident")
  func rawClientData() throws {
    let raw = try ClientDataHash(exactly: device.challenge)
    let verifier = try device.verifier()
    #expect(throws: AuthError.attestation(.nonceMismatch)) {
      try verifier.verify(try device.attestation(), keyID: device.keyIdentifier, clientDataHash: raw)
    }
  }

  @Test("Each fault refuses for its own reason", arguments: AttestationAttack.all)
  func fault(_ attack: AttestationAttack) throws {
    let attestation = try device.attestation { try attack.change(&$0, device) }
    #expect(throws: AuthError.attestation(attack.fault)) { try verify(attestation) }
  }

  @Test("Another key, challenge, app or root refuses")
  func otherExpectations() throws {
    let attestation = try device.attestation()
    let hash = ClientDataHash(hashing: device.challenge)
    let verifier = try device.verifier()
    #expect(throws: AuthError.attestation(.keyMismatch)) {
      try verifier.verify(attestation, keyID: Data(count: 32), clientDataHash: hash)
    }
    #expect(throws: AuthError.attestation(.nonceMismatch)) {
      try verifier.verify(
        attestation, keyID: device.keyIdentifier, clientDataHash: ClientDataHash(hashing: Data("other".utf8)))
    }
    let otherApp = try AttestationVerifier(
      appID: AppIdentifier(team: FakeAppleDevice.team, bundle: "com.example.other"), root: device.appleRoot(),
      clock: FixedClock(date: device.now))
    #expect(throws: AuthError.attestation(.appMismatch)) {
      try otherApp.verify(attestation, keyID: device.keyIdentifier, clientDataHash: hash)
    }
    let apple = try AttestationVerifier(appID: verifier.appID, clock: FixedClock(date: device.now))
    #expect(throws: AuthError.attestation(.untrustedChain)) {
      try apple.verify(attestation, keyID: device.keyIdentifier, clientDataHash: hash)
    }
  }

  @Test("An attestation that is cut anywhere is refused, and never crashes")
  func truncation() throws {
    let whole = try device.attestation()
    for end in stride(from: 0, to: whole.count, by: 7) {
      #expect(throws: AuthError.self) { try verify(whole.prefix(end)) }
    }
    #expect(throws: AuthError.attestation(.malformed)) { try verify(whole + [0]) }
    #expect(throws: AuthError.attestation(.malformed)) { try verify(Data(count: CBORReaderLimit.size + 1)) }
  }

  @Test("A bit that is changed anywhere outside of the receipt is noticed")
  func changedBits() throws {
    let whole = try device.attestation()
    for place in stride(from: 0, to: whole.count, by: 3) {
      var changed = whole
      changed[place] ^= 0x10
      if let key = try? verify(changed) {
        #expect(key.receipt != Data([1, 2, 3]), "byte \(place) is looked at by nobody")
      }
    }
  }

  @Test("The identifiers of apps are of the form that Apple gives")
  func appIdentifiers() throws {
    #expect(try AppIdentifier(team: "A1B2C3D4E5", bundle: "com.example").text == "A1B2C3D4E5.com.example")
    for (team, bundle) in [
      ("", "com.example"), ("A1B2C3D4E", "com.example"), ("a1b2c3d4e5", "com.example"), ("A1B2C3D4E5", ""),
      ("A1B2C3D4E5", "com example"), ("A1B2C3D4E5", String(repeating: "a", count: 156)), ("Ａ1B2C3D4E", "a"),
    ] {
      #expect(throws: AuthError.configuration(.clientIdentifier)) {
        try AppIdentifier(team: team, bundle: bundle)
      }
    }
    #expect(throws: AuthError.configuration(.noAudience)) { try device.verifier([]) }
  }
}
