import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import TestSupport
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

/// The script that reads and writes signed pin sets from their specification alone.
private enum SignedPinPeer {
  static let isThere = Python.has("cryptography.hazmat.primitives.asymmetric.ed25519")

  static func ask(_ request: [String: String]) throws -> [String: String] {
    try Python.ask("signed_pins.py", request)
  }
}

/// The format as its specification says it, read and written by another implementation.
@Suite("Signed pin sets: an independent reader and writer", .enabled(if: SignedPinPeer.isThere))
struct SignedPinPeerTests {
  typealias Fixtures = SignedPinFixtures

  private func request(_ file: [UInt8], key byte: UInt8 = 1, audience: String = Fixtures.audience) throws
    -> [String: String]
  {
    let key = try Fixtures.key(byte).publicKey.rawRepresentation
    let digits = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return ["file": String(decoding: file, as: UTF8.self), "keys": digits, "audience": audience]
  }

  @Test("The peer reads what was signed here, and refuses what was changed")
  func reads() throws {
    let answer = try SignedPinPeer.ask(request(try Fixtures.signed(7)))
    let pins = PinDocumentFixtures.self
    #expect(
      answer == [
        "sequence": "7", "issued": "1767225600", "expires": "1769817600",
        "hosts": "api.example.com host leaf \(pins.base64(7)) \(pins.base64(8))",
      ])
    #expect(try SignedPinPeer.ask(request(try Fixtures.signed(7), key: 2))["error"] != nil)
    #expect(try SignedPinPeer.ask(request(try Fixtures.signed(7), audience: "other"))["error"] != nil)
    let envelope = try SignedPinEnvelope(try Fixtures.signed(7))
    let changed = SignedPinEnvelope(
      payload: try Fixtures.content(8).payload, signatures: envelope.signatures)
    #expect(try SignedPinPeer.ask(request(changed.text))["error"] == "InvalidSignature")
  }

  @Test("What the peer signed is verified here, with members in any order")
  func writes() throws {
    let pins = PinDocumentFixtures.self
    let payload = """
      {"hosts":[{"leaf":[{"sha256":"\(pins.base64(7))"},{"role":"backup","sha256":"\(pins.base64(8))"}],
      "host":"api.example.com"}],"expires":1769817600,"issued":1767225600,"sequence":7,
      "audience":"com.example.shop","version":1}
      """
    let answer = try SignedPinPeer.ask([
      "payload": payload, "seed": String(repeating: "01", count: 32),
    ])
    let file = Array(try #require(answer["file"]).utf8)
    let set = try SignedPinSet.verify(
      file, keys: [PinSigningKey(try Fixtures.key(1).publicKey)], audience: Fixtures.audience)
    #expect(set.content == (try Fixtures.content(7)))
  }
}
