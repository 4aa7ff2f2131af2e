import OmamoriAuth
import OmamoriAuthLinux
import OmamoriCore
import OmamoriCrypto
import Testing

@Suite("App Attest: receipts")
struct ReceiptTests {
  private typealias Change = @Sendable (inout FakeReceipts.Parts) -> Void

  private let device = FakeAppleDevice()
  private let receipts: FakeReceipts
  private let key: AttestedKey
  private let certificate: Data

  init() throws {
    receipts = FakeReceipts(now: device.now)
    key = try device.verifier().verify(
      try device.attestation(), keyID: device.keyIdentifier,
      clientDataHash: ClientDataHash(hashing: device.challenge))
    certificate = try device.intermediate.certificate(
      device.leafPlan, for: Array(device.key.publicKey.derRepresentation))
  }

  private func verify(_ receipt: Data, greatestAge: Duration? = .seconds(300)) throws -> AttestationReceipt {
    try ReceiptVerifier(root: receipts.appleRoot(), clock: FixedClock(date: device.now))
      .verify(receipt, of: key, greatestAge: greatestAge)
  }

  @Test("A sound receipt says what Apple says")
  func sound() throws {
    let receipt = try verify(try receipts.receipt(of: key, certificate: certificate))
    #expect(receipt.kind == .refreshed && receipt.riskMetric == 3)
    #expect(receipt.creationDate == device.now - 10)
    #expect(receipt.notBefore == device.now + 86_400)
    #expect(receipt.expirationDate == device.now + 7_776_000)
  }

  @Test("Fields that Apple leaves out or empty are nothing")
  func optionalFields() throws {
    for change: Change in [
      { $0.fields.removeAll { $0.type == 17 || $0.type == 19 } },
      { $0.fields = $0.fields.map { $0.type == 17 || $0.type == 19 ? ($0.type, []) : $0 } },
    ] {
      let receipt = try verify(try receipts.receipt(of: key, certificate: certificate, change))
      #expect(receipt.riskMetric == nil && receipt.notBefore == nil)
    }
  }

  @Test("An old receipt is taken only when it was kept")
  func age() throws {
    let old = try receipts.receipt(of: key, certificate: certificate) { [now = device.now] parts in
      let text = (now - 301).formatted(.iso8601)
      parts.fields = parts.fields.map { $0.type == 12 ? (12, Array(text.utf8)) : $0 }
    }
    #expect(throws: AuthError.attestation(.expired)) { try verify(old) }
    #expect(try verify(old, greatestAge: nil).creationDate == device.now - 301)
    let future = try receipts.receipt(of: key, certificate: certificate) { [now = device.now] parts in
      let text = (now + 61).formatted(.iso8601)
      parts.fields = parts.fields.map { $0.type == 12 ? (12, Array(text.utf8)) : $0 }
    }
    #expect(throws: AuthError.attestation(.expired)) { try verify(future) }
  }

  @Test("Whoever is not Apple signs in vain")
  func signatures() throws {
    let now = device.now
    let changes: [(String, Change)] = [
      ("another key", { $0.signsWith = .p256() }),
      ("another intermediate", { $0.intermediateSigner = .p384() }),
      ("no intermediate", { $0.certificates = { signer, _ in [signer] } }),
      ("no certificate", { $0.certificates = { _, _ in [] } }),
      (
        "nine certificates",
        { $0.certificates = { signer, middle in [signer] + [Data](repeating: middle, count: 8) } }
      ),
      ("changed content", { $0.laterContent = FakeReceipts.content([(2, Array("other".utf8))]) }),
      ("no signer", { $0.signerCount = 0 }),
      ("two signers", { $0.signerCount = 2 }),
      ("a signer without the mark", { $0.signerPlan.others = [] }),
      ("a signer that has ended", { $0.signerPlan.ends = now - 1 }),
      ("a signer that has not begun", { $0.signerPlan.begins = now + 1 }),
      ("an intermediate that has ended", { $0.intermediatePlan.ends = now - 1 }),
      ("an intermediate that is no authority", { $0.intermediatePlan.isAuthority = false }),
      ("a signer that may not sign", { $0.signerPlan.keyUsage = [0x03, 0x02, 0x05, 0x20] }),
      ("SHA-1", { $0.digest = "1.3.14.3.2.26" }),
      ("another type of content", { $0.contentType = "1.2.840.113549.1.7.6" }),
      ("another type of message", { $0.messageType = "1.2.840.113549.1.7.3" }),
    ]
    for (name, change) in changes {
      let receipt = try receipts.receipt(of: key, certificate: certificate, change)
      #expect(throws: AuthError.attestation(.receiptInvalid), "\(name)") { try verify(receipt) }
    }
    let sound = try receipts.receipt(of: key, certificate: certificate)
    let apple = try ReceiptVerifier(clock: FixedClock(date: device.now))
    #expect(throws: AuthError.attestation(.receiptInvalid)) { try apple.verify(sound, of: key) }
  }

  @Test("Another app, another key, and fields that are missing or odd")
  func fields() throws {
    func set(_ type: Int, _ text: String?) -> Change {
      { parts in
        parts.fields.removeAll { $0.type == type }
        if let text { parts.fields.append((type, Array(text.utf8))) }
      }
    }
    let other = try device.intermediate.certificate(
      device.leafPlan, for: Array(P256.Signing.PrivateKey().publicKey.derRepresentation))
    let changes: [(AttestationFault, Change)] = [
      (.appMismatch, set(2, "A1B2C3D4E5.com.example.other")), (.receiptInvalid, set(2, nil)),
      (.keyMismatch, { $0.fields = $0.fields.map { $0.type == 3 ? (3, Array(other)) : $0 } }),
      (.keyMismatch, set(3, "no certificate")), (.keyMismatch, set(3, nil)),
      (.receiptInvalid, set(6, "OTHER")), (.receiptInvalid, set(6, nil)),
      (.receiptInvalid, set(12, "yesterday")), (.receiptInvalid, set(12, nil)),
      (.receiptInvalid, set(21, nil)),
      (.receiptInvalid, set(17, "-1")), (.receiptInvalid, set(17, "many")),
      (.receiptInvalid, set(17, "99999999999999999999")), (.receiptInvalid, set(19, "tomorrow")),
      (.receiptInvalid, { $0.fields.append($0.fields[0]) }),
      (.receiptInvalid, { $0.fields += (70...140).map { ($0, []) } }),
    ]
    for (fault, change) in changes {
      let receipt = try receipts.receipt(of: key, certificate: certificate, change)
      #expect(throws: AuthError.attestation(fault)) { try verify(receipt) }
    }
  }

  @Test("What is cut, changed or something else is refused")
  func malformed() throws {
    let whole = try receipts.receipt(of: key, certificate: certificate)
    for end in stride(from: 0, to: whole.count, by: 11) {
      #expect(throws: AuthError.attestation(.receiptInvalid)) { try verify(whole.prefix(end)) }
    }
    #expect(throws: AuthError.attestation(.receiptInvalid)) { try verify(whole + [0]) }
    #expect(throws: AuthError.attestation(.receiptInvalid)) { try verify(Data(count: 64 * 1024 + 1)) }
    #expect(throws: AuthError.attestation(.receiptInvalid)) { try verify(certificate) }
    for place in stride(from: 0, to: whole.count, by: 5) {
      var changed = whole
      changed[place] ^= 0x10
      if let receipt = try? verify(changed) { #expect(receipt.riskMetric == 3) }
    }
  }
}
