@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// A set is believed only when a known key signed exactly it, for this audience.
@Suite("Signed pin sets: verification")
struct SignedPinSetTests {
  typealias Fixtures = SignedPinFixtures

  private func verify(_ bytes: [UInt8], _ keys: [UInt8] = [1]) throws -> SignedPinSet {
    try SignedPinSet.verify(
      bytes, keys: keys.map { PinSigningKey(try Fixtures.key($0).publicKey) }, audience: Fixtures.audience)
  }

  @Test("What was signed is read again, and the same content gives the same file")
  func roundTrip() throws {
    let content = try Fixtures.content(7)
    let file = try SignedPinSet.sign(content, with: [Fixtures.key(1)])
    #expect(try verify(file).content == content)
    #expect(try SignedPinSet.sign(content, with: [Fixtures.key(1)]) == file)
  }

  @Test("A file with the signatures of the old and the new key serves apps with either")
  func rotation() throws {
    let file = try SignedPinSet.sign(Fixtures.content(7), with: [Fixtures.key(1), Fixtures.key(2)])
    #expect(try verify(file, [1]).signers.count == 1)
    #expect(try verify(file, [2]).signers.count == 1)
    #expect(try verify(file, [1, 2]).signers.count == 2)
    #expect(throws: TransportError.signatureInvalid) { try verify(file, [3]) }
  }

  @Test("A known key's wrong signature refuses the file, whoever else signed it")
  func oneWrongSignature() throws {
    let file = try SignedPinSet.sign(Fixtures.content(7), with: [Fixtures.key(1), Fixtures.key(2)])
    let envelope = try SignedPinEnvelope(file)
    let good = envelope.signatures
    let bad = SignedPinEnvelope.Signature(
      algorithm: good[1].algorithm, key: good[1].key, bytes: [UInt8](repeating: 1, count: 64))
    let mixed = SignedPinEnvelope(payload: envelope.payload, signatures: [good[0], bad])
    #expect(throws: TransportError.signatureInvalid) { try verify(mixed.text, [1, 2]) }
    #expect(try verify(mixed.text, [1]).signers.count == 1)
  }

  @Test("Another payload, algorithm or audience is refused")
  func changed() throws {
    let file = try Fixtures.signed(7)
    let envelope = try SignedPinEnvelope(file)
    let other = SignedPinEnvelope(
      payload: try Fixtures.content(8).payload, signatures: envelope.signatures)
    #expect(throws: TransportError.signatureInvalid) { try verify(other.text) }
    let signature = envelope.signatures[0]
    let renamed = SignedPinEnvelope(
      payload: envelope.payload,
      signatures: [SignedPinEnvelope.Signature(algorithm: "none", key: signature.key, bytes: signature.bytes)]
    )
    #expect(throws: TransportError.signatureInvalid) { try verify(renamed.text) }
    let foreign = try SignedPinSet.sign(
      Fixtures.content(7, audience: "com.example.other"), with: [Fixtures.key(1)])
    #expect(throws: TransportError.signatureInvalid) { try verify(foreign) }
  }

  @Test("No change of a single byte is accepted as something else")
  func everyByte() throws {
    let file = try Fixtures.signed(7)
    let content = try Fixtures.content(7)
    for index in file.indices {
      var bytes = file
      bytes[index] ^= 0x01
      // White space and names of unknown keys may change; what is believed may not.
      if let set = try? verify(bytes) { #expect(set.content == content) }
    }
  }

  @Test("The signed text does not count for another purpose of the key")
  func domainSeparation() throws {
    let content = try Fixtures.content(7)
    let bare = try Fixtures.key(1).signature(for: content.payload)
    let envelope = SignedPinEnvelope(
      payload: content.payload,
      signatures: [
        SignedPinEnvelope.Signature(
          algorithm: "Ed25519", key: PinSigningKey(try Fixtures.key(1).publicKey).identifier,
          bytes: Array(bare))
      ])
    #expect(throws: TransportError.signatureInvalid) { try verify(envelope.text) }
  }

  @Test(
    "Envelopes that are not of the form are refused",
    arguments: [
      "{}", "[]", #"{"format":"omamori-signed-pins","version":2,"payload":"","signatures":[]}"#,
      #"{"format":"omamori-signed-pins","version":1,"payload":"","signatures":[]}"#,
      #"{"format":"omamori-signed-pins","version":1,"payload":"=","signatures":[{"algorithm":"a","key":"","signature":""}]}"#,
      #"{"format":"omamori-signed-pins","version":1,"payload":"","signatures":[{"algorithm":"a","key":"","signature":""}],"x":1}"#,
    ])
  func malformed(_ text: String) {
    #expect(throws: TransportError.malformedDocument(line: nil)) { try verify(Array(text.utf8)) }
  }

  @Test("Size, number of signatures and unknown members are refused, even when everything is signed")
  func bounds() throws {
    func file(_ payload: [UInt8], signatures count: Int = 1) throws -> SignedPinEnvelope {
      let unsigned = SignedPinEnvelope(payload: payload, signatures: [])
      let signature = SignedPinEnvelope.Signature(
        algorithm: "Ed25519", key: PinSigningKey(try Fixtures.key(1).publicKey).identifier,
        bytes: Array(try Fixtures.key(1).signature(for: unsigned.message)))
      return SignedPinEnvelope(
        payload: payload, signatures: [SignedPinEnvelope.Signature](repeating: signature, count: count))
    }
    let payload = try Fixtures.content(7).payload
    let good = try file(payload)
    #expect(throws: Never.self) { try verify(good.text) }
    #expect(throws: Never.self) { try verify(file(payload, signatures: 4).text) }
    let room = SignedPinEnvelope.greatestSize - good.text.count
    #expect(throws: Never.self) { try verify(good.text + [UInt8](repeating: 0x20, count: room)) }
    let text = String(decoding: payload, as: UTF8.self)
    let refused: [[UInt8]] = [
      good.text + [UInt8](repeating: 0x20, count: room + 1), try file(payload, signatures: 5).text,
      try file(Array(text.replacing("{\"version\":1,", with: "{\"version\":1,\"more\":1,").utf8)).text,
      try file(Array(text.replacing("\"sequence\":7", with: "\"sequence\":7,\"sequence\":9").utf8)).text,
      try file(Array(text.replacing("\"sequence\":7", with: "\"sequence\":-1").utf8)).text,
      try file(Array(text.replacing("\"sequence\":7", with: "\"sequence\":18446744073709551616").utf8)).text,
      try file(Array(text.replacing("\"sequence\":7", with: "\"sequence\":7.5").utf8)).text,
      try file(Array(text.replacing("\"expires\":1", with: "\"expires\":999999991").utf8)).text,
      Array(
        String(decoding: good.text, as: UTF8.self)
          .replacing("\"algorithm\"", with: "\"more\": 1, \"algorithm\"").utf8),
    ]
    for (place, bytes) in refused.enumerated() {
      #expect("\(place)") { try verify(bytes) } throws: { error in
        if case .malformedDocument = error as? TransportError { true } else { false }
      }
    }
  }

  @Test("Contents that a policy could not hold are never signed")
  func contents() throws {
    let pins = PinDocumentFixtures.self
    func content(_ hosts: PinnedHosts..., sequence: UInt64 = 1, audience: String = "a") throws
      -> SignedPinContent
    {
      try SignedPinContent(
        audience: audience, sequence: sequence, issued: Fixtures.start, expires: Fixtures.start + 1,
        hosts: hosts)
    }
    let good = try pins.hosts("a.example", leaf: try pins.pins(1, 2))
    #expect(throws: Never.self) { try content(good) }
    #expect(throws: TransportError.policy(.noBackupPin)) {
      try content(pins.hosts("a.example", leaf: pins.pins(1)))
    }
    #expect(throws: TransportError.policy(.duplicateRule)) { try content(good, good) }
    #expect(throws: TransportError.policy(.noPins)) { try content(pins.hosts("a.example", leaf: [])) }
    for wrong in [
      try pins.hosts("a.example"), try pins.hosts("a.example", .oneLabelOnly, leaf: pins.pins(1, 2)),
      try pins.hosts("a.example", leaf: pins.pins(1, 2), mode: .reportOnly),
    ] {
      #expect(throws: TransportError.malformedDocument(line: nil)) { try content(wrong) }
    }
    #expect(throws: TransportError.malformedDocument(line: nil)) { try content(good, sequence: 1 << 53) }
    #expect(throws: TransportError.malformedDocument(line: nil)) { try content(good, audience: "") }
  }
}
