import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct CorpusTests {
  /// Each attack is there once, and they are many.
  @Test func theCorpusIsComplete() throws {
    let tokens =
      try AlgorithmAttackTests.attacks() + HeaderAttackTests.attacks() + EncodingAttackTests.attacks()
      + SignatureAttackTests.attacks() + ClaimAttackTests.attacks()
    let names = tokens.map(\.name) + (try KeyAttackTests.attacks().map(\.testDescription))
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
    #expect(names.count >= 600)
  }

  /// What the attacks differ from is accepted.
  @Test func theTokenWithoutAnAttackIsAccepted() async throws {
    let target = try AttackTarget()
    let verifier = try target.verifier(AttackTarget.algorithms, TokenRules())
    let tokens = try [
      AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#), AttackTarget.token(#"{"alg":"ES256"}"#),
      AttackTarget.token(#"{"typ":"JWT","alg":"ES256","kid":"ec"}"#),
      AttackTarget.token(#"{"typ":"application/jwt","alg":"ES256","kid":"ec"}"#),
      AttackTarget.token(#"{"alg":"RS256","kid":"rsa"}"#, AttackTarget.payload, AttackTarget.rsa, .rs256),
      AttackTarget.token(#"{"alg":"EdDSA","kid":"ed"}"#, AttackTarget.payload, AttackTarget.ed25519, .edDSA),
      AttackTarget.token(claims: ["aud": ["other", "app"]]), AttackTarget.token(claims: ["azp": "other"]),
      AttackTarget.token(claims: ["exp": .integer(AttackTarget.now - 59)]),
      AttackTarget.token(claims: ["nbf": .integer(AttackTarget.now + 60)]),
      AttackTarget.token(claims: ["exp": 1e300]), AttackTarget.token(claims: ["iat": -1e300]),
    ]
    for token in tokens { #expect(try await verifier.verify(token).claims.subject == "person") }
    #expect(await target.server.count == 1)
  }
}
