import OmamoriCore
import Testing

@testable import OmamoriAuth

@Suite struct KnownHeadersTests {
  /// A header that is known changes nothing: the same tokens are taken and refused.
  @Test func aKnownHeaderIsNoProof() async throws {
    let target = try AttackTarget()
    let verifier = try target.verifier(AttackTarget.algorithms, TokenRules())
    let right = try AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#)
    let foreign = try AttackTarget.token(
      #"{"alg":"ES256","kid":"ec"}"#, AttackTarget.payload, Result { try .generate(for: .es256) })
    await #expect(throws: AuthError.token(.signatureInvalid)) { try await verifier.verify(foreign) }
    for _ in 0..<3 {
      #expect(try await verifier.verify(right).header.keyIdentifier == "ec")
      await #expect(throws: AuthError.token(.signatureInvalid)) { try await verifier.verify(foreign) }
      await #expect(throws: AuthError.token(.signatureInvalid)) {
        try await verifier.verify(SecretText(copying: foreign))
      }
    }
  }

  @Test func onlyAFewAreKept() throws {
    let headers = KnownHeaders()
    let tokens = try (0..<6).map {
      try UnverifiedToken(AttackTarget.token(#"{"alg":"ES256","kid":"\#($0)"}"#))
    }
    for token in tokens + tokens.suffix(1) { headers.remember(token) }
    let known = tokens.map { headers.header(encoded: $0.part(0).span)?.keyIdentifier }
    #expect(known == [nil, nil, "2", "3", "4", "5"])
    let long = try UnverifiedToken(
      AttackTarget.token(#"{"alg":"ES256","kid":"\#(String(repeating: "k", count: 600))"}"#))
    headers.remember(long)
    #expect(headers.header(encoded: long.part(0).span) == nil)
  }
}
