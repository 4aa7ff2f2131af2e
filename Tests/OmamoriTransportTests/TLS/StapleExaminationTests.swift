#if !canImport(Darwin)
import Foundation
import OmamoriCrypto
import OmamoriTransport
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

@Suite("Stapled OCSP responses", .enabled(if: ChainFixtures.arePossible))
struct StapleExaminationTests {
  @Test(
    "What a response says is believed when it is about the certificate, signed for its issuer, and current",
    arguments: [
      ("good", StapleExamination.Outcome.good), ("good from a responder", .good), ("revoked", .revoked),
      ("four minutes old", .good), ("six minutes old", .invalid), ("unknown", .invalid),
      ("from a stranger", .invalid), ("from one without the use", .invalid),
      ("of another certificate", .invalid), ("too old", .invalid), ("of tomorrow", .invalid),
      ("without an end", .invalid), ("garbage", .invalid),
    ])
  func outcomes(name: String, outcome: StapleExamination.Outcome) throws {
    let examination = try Self.examination()
    #expect(examination.outcome(of: try Self.response(name)) == outcome)
  }

  @Test("No response that was cut off or changed is good")
  func changed() throws {
    let examination = try Self.examination()
    let response = try Self.response("good from a responder")
    for size in 0..<response.count { #expect(examination.outcome(of: response.prefix(size)) == .invalid) }
    #expect(examination.outcome(of: response + [0]) == .invalid)
    for index in stride(from: 0, to: response.count, by: 7) {
      var changed = response
      changed[index] ^= 0x01
      let outcome = examination.outcome(of: changed)
      // The certificates of a response are not signed; only the responder's own has to be right.
      #expect(outcome == .invalid || outcome == .good && index > 300, "\(index): \(outcome)")
    }
  }

  private static func examination() throws -> StapleExamination {
    let certificates = try ChainFixtures.named("must staple").chain.map {
      try Certificate(pemRepresentation: $0)
    }
    return StapleExamination(
      certificate: certificates[0], issuer: certificates[1], moment: ChainFixtures.moment)
  }

  private static func response(_ name: String) throws -> Data {
    let text = try #require(ChainFixtures.named("must staple").staples[name])
    return try #require(Data(base64Encoded: text))
  }
}
#endif
