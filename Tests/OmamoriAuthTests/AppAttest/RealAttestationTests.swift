import OmamoriAuth
import OmamoriAuthLinux
import OmamoriCore
import OmamoriCrypto
import Testing

/// Attestations that real devices made; read from the folder of public vectors and not part of the repository.
private let samples: String? = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"].flatMap { folder in
  let path = folder + "/appattest/ios-14.4.json"
  return FileManager.default.fileExists(atPath: path) ? path : nil
}

@Suite("App Attest: attestations of real devices", .enabled(if: samples != nil))
struct RealAttestationTests {
  private struct Sample {
    let json: JSONValue
    let app: AppIdentifier

    init() throws {
      let path = try #require(samples)
      json = try StrictJSON.parse(try Data(contentsOf: URL(fileURLWithPath: path)))
      app = try AppIdentifier(
        team: try #require(json["teamIdentifier"]?.stringValue),
        bundle: try #require(json["bundleIdentifier"]?.stringValue))
    }

    func data(_ name: String) throws -> Data {
      let text = try #require(json[name]?.stringValue)
      return try #require(Data(base64Encoded: text))
    }

    func moment(_ name: String) throws -> Date {
      Date(timeIntervalSince1970: try #require(json[name]?.doubleValue))
    }

    func key(at date: Date? = nil) throws -> AttestedKey {
      let clock = FixedClock(date: try date ?? moment("timestamp"))
      let verifier = try AttestationVerifier(appID: app, environments: [.development], clock: clock)
      return try verifier.verify(
        data("attestationBase64"), keyID: data("keyIdBase64"),
        clientDataHash: ClientDataHash(hashing: data("clientDataBase64")))
    }
  }

  @Test("The attestation holds up to Apple's root, while its certificate is valid")
  func attestation() throws {
    let sample = try Sample()
    let key = try sample.key()
    #expect(key.environment == .development)
    #expect(try key.identifier == sample.data("keyIdBase64"))
    #expect(throws: AuthError.attestation(.expired)) {
      try sample.key(at: sample.moment("timestamp") + 4 * 86_400)
    }
  }

  @Test("The assertion holds once")
  func assertion() async throws {
    let sample = try Sample()
    let (key, counters) = (try sample.key(), MemoryAssertionCounters())
    counters.add(key)
    let verifier = AssertionVerifier(appID: sample.app, counters: counters)
    let hash = ClientDataHash(hashing: try sample.data("clientDataBase64"))
    let assertion = try sample.data("assertionBase64")
    let verified = try await verifier.verify(assertion, publicKey: key.publicKey, clientDataHash: hash)
    #expect(verified.counter == 1)
    await #expect(throws: AuthError.attestation(.counter)) {
      try await verifier.verify(assertion, publicKey: key.publicKey, clientDataHash: hash)
    }
  }

  @Test("The receipt holds up to Apple's root")
  func receipt() throws {
    let sample = try Sample()
    let key = try sample.key()
    let created = try sample.moment("receiptCreation")
    let receipt = try ReceiptVerifier(clock: FixedClock(date: created + 10)).verify(key.receipt, of: key)
    #expect(receipt.kind == .attestation)
    #expect(abs(receipt.creationDate.timeIntervalSince(created)) < 0.001)
    #expect(try abs(receipt.expirationDate.timeIntervalSince(sample.moment("receiptExpiration"))) < 0.001)
    #expect(receipt.riskMetric == nil && receipt.notBefore == nil)
    #expect(throws: AuthError.attestation(.expired)) {
      try ReceiptVerifier(clock: FixedClock(date: created + 400)).verify(key.receipt, of: key)
    }
  }
}

@Suite("Apple's roots")
struct AppleRootTests {
  @Test("Both have the fingerprints that Apple publishes, and sign themselves")
  func fingerprints() throws {
    for (root, fingerprint) in [
      (AppleRoot.appAttestation, "1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932"),
      (AppleRoot.g3, "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"),
    ] {
      let certificate = try Certificate(derRepresentation: root.derRepresentation)
      let digits = certificate.fingerprint.map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
      }
      #expect(digits.joined() == fingerprint)
      #expect(certificate.isIssued(by: certificate))
    }
  }
}
