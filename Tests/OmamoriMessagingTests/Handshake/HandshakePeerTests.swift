import Foundation
import OmamoriCrypto
import Testing

@testable import OmamoriMessaging
@_spi(Testing) import OmamoriCore

/// Handshakes with two peers written by others: a second implementation of the whole format in Python, with the
/// primitives of `cryptography`, and the key agreement and derivation of PyPI's X3DH.
///
/// X3DH has no key encapsulation, another signature (XEdDSA) and other bytes on the wire. What coincides, and is checked
/// here in both directions, is the order of the agreements, their padding, the derivation and the root key.
@Suite("Handshakes with other implementations")
struct HandshakePeerTests {
  private struct Case {
    let pair: HandshakePair
    let start: HandshakePair.Start
    let job: [String: Any]
  }

  private func fields(_ identity: MessagingIdentity) -> [String: Any] {
    let bytes = identity.encoded.bytes
    return ["signing": Array(bytes[1..<33]).hex, "agreement": Array(bytes[33...]).hex]
  }

  private func addresses(_ own: MessagingAddress, _ peer: MessagingAddress) -> [String: Any] {
    ["own": [own.name, Int(own.device)], "peer": [peer.name, Int(peer.device)]]
  }

  /// What Bob's side needs to answer: his private halves and the opening.
  private func answerJob(_ pair: HandshakePair, _ opening: HandshakeOpening, kind: String) -> [String: Any] {
    var job = fields(pair.bob).merging(addresses(pair.bobAddress, pair.aliceAddress)) { $1 }
    job["kind"] = kind
    job["opening"] = opening.encoded.hex
    job["signed"] = pair.publication.signedPart.hex
    job["prekey"] = String(pair.prekeys.generations[0].signedPrekey.bytes.hex.prefix(64))
    let oneTimeKey = pair.prekeys.oneTimeKeys.first?.secret.bytes.hex ?? String(repeating: "01", count: 32)
    job["oneTimeKey"] = String(oneTimeKey.prefix(64))
    job["kemSeed"] = pair.prekeys.generations[0].lastResortSeed?.bytes.hex
    job["oneTimeKEMSeed"] = pair.prekeys.oneTimeEncapsulationKeys.first?.secret.bytes.hex
    return job
  }

  /// What Alice's side needs to begin.
  private func beginJob(_ pair: HandshakePair, kind: String) throws -> [String: Any] {
    var job = fields(pair.alice).merging(addresses(pair.aliceAddress, pair.bobAddress)) { $1 }
    job["kind"] = kind
    job["bundle"] = try pair.bundle().encoded.hex
    job["suites"] = kind == "begin" ? [1, 2, 3] : [1]
    job["ephemeral"] = try pair.randomness.bytes(count: 32).hex
    job["peerAgreement"] = fields(pair.bob)["agreement"]
    return job
  }

  private func expectSame(_ result: [String: String], _ secrets: SessionSecrets) {
    #expect(result["root"] == secrets.rootKey.bytes.hex)
    #expect(result["initiatorHeader"] == secrets.initiatorHeaderKey.bytes.hex)
    #expect(result["responderHeader"] == secrets.responderHeaderKey.bytes.hex)
    #expect(result["identifier"] == secrets.identifier.hex)
    #expect(result["associated"] == secrets.associatedData.hex)
  }

  private func pairs() throws -> [HandshakePair] {
    // The first is the one whose bytes are written down in HandshakeTests.
    try [HandshakePair(seed: 42)]
      + HandshakeSuite.allCases.flatMap { suite in
        try [(0, false), (1, false), (1, true)].map { count, encapsulation in
          try HandshakePair(
            seed: 7, suites: Set([.x25519, suite]).sorted(), oneTimeKeys: count,
            encapsulationKeys: encapsulation)
        }
      }
  }

  @Test(.enabled(if: HandshakeScript.hasKeyEncapsulation))
  func theScriptAnswers() throws {
    let cases = try pairs().map { pair in
      let start = try pair.begin()
      return Case(pair: pair, start: start, job: answerJob(pair, start.opening, kind: "answer"))
    }
    let results = try HandshakeScript.run(cases.map(\.job))
    #expect(results.count == 10)
    for (result, one) in zip(results, cases) { expectSame(result, one.start.secrets) }
  }

  @Test(.enabled(if: HandshakeScript.hasKeyEncapsulation))
  func theScriptBegins() throws {
    var pairs = try pairs()
    let results = try HandshakeScript.run(pairs.map { try beginJob($0, kind: "begin") })
    #expect(results.count == 10)
    for (index, result) in results.enumerated() {
      let opening = try HandshakeOpening(decoding: [UInt8](hex: try #require(result["opening"])))
      expectSame(result, try pairs[index].answer(opening))
    }
  }

  /// The script publishes, we begin, the script answers.
  @Test(.enabled(if: HandshakeScript.hasKeyEncapsulation))
  func theScriptPublishes() throws {
    let pair = try HandshakePair(seed: 8)
    var jobs: [[String: Any]] = []
    for (suites, oneTime, encapsulation) in [([1], 0, 0), ([1, 2], 9, 0), ([3], 9, 4)] {
      var job = fields(pair.bob)
      job.merge([
        "kind": "publish", "suites": suites, "generation": 77, "expiry": 4_000_000_000, "oneTime": oneTime,
        "oneTimeKEM": encapsulation,
      ]) { $1 }
      for (name, count) in [("prekey", 32), ("oneTimeKey", 32), ("kemSeed", 64), ("oneTimeKEMSeed", 64)] {
        job[name] = try pair.randomness.bytes(count: count).hex
      }
      jobs.append(job)
    }
    let published = try HandshakeScript.run(jobs)
    var expected: [SessionSecrets] = []
    for (index, result) in published.enumerated() {
      let bundle = try KeyBundle(
        decoding: [UInt8](hex: try #require(result["bundle"])), clock: pair.clock)
      #expect(bundle.identity == pair.bob.peer && bundle.encoded.hex == result["bundle"])
      let start = try pair.begin(bundle)
      expected.append(start.secrets)
      jobs[index].merge(addresses(pair.bobAddress, pair.aliceAddress)) { $1 }
      jobs[index].merge(
        ["kind": "answer", "opening": start.opening.encoded.hex, "signed": result["signed"] ?? ""]
      ) { $1 }
    }
    for (result, secrets) in zip(try HandshakeScript.run(jobs), expected) { expectSame(result, secrets) }
  }

  @Test(.enabled(if: HandshakeScript.hasX3DH))
  func theKeyAgreementIsThatOfX3DH() throws {
    var pairs = try [0, 1].map { try HandshakePair(seed: 9, oneTimeKeys: $0) }
    let starts = try pairs.map { try $0.begin(suites: [.x25519]) }
    let jobs =
      try zip(pairs, starts).map { answerJob($0, $1.opening, kind: "x3dh-answer") }
      + pairs.map { try beginJob($0, kind: "x3dh-begin") }
    let results = try HandshakeScript.run(jobs)
    for (result, start) in zip(results, starts) { #expect(result["root"] == start.secrets.rootKey.bytes.hex) }
    for (index, result) in results[2...].enumerated() {
      let opening = try HandshakeOpening(decoding: [UInt8](hex: try #require(result["opening"])))
      #expect(result["root"] == (try pairs[index].answer(opening).rootKey.bytes.hex))
    }
  }

  @Test(.enabled(if: HandshakeScript.hasKeyEncapsulation))
  func theScriptCalculatesTheSameSafetyNumber() throws {
    let pair = try HandshakePair(seed: 42)
    var job = addresses(pair.aliceAddress, pair.bobAddress)
    job.merge(["kind": "safety", "ownKeys": pair.alice.peer.keys.hex, "peerKeys": pair.bob.peer.keys.hex]) {
      $1
    }
    let number = SafetyNumber(
      of: pair.alice.peer, at: pair.aliceAddress, with: pair.bob.peer, at: pair.bobAddress)
    let result = try #require(try HandshakeScript.run([job]).first)
    #expect(result["digits"] == number.digits && result["code"] == number.code.encoded.hex)
  }
}
