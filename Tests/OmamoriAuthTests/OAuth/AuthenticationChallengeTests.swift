@_spi(Testing) import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@testable import OmamoriAuth

@Suite struct AuthenticationChallengeTests {
  private func read(_ values: String...) -> [AuthenticationChallenge] {
    var fields = ResponseFields()
    for value in values { try? fields.append(Array("WWW-Authenticate: \(value)".utf8)) }
    return AuthenticationChallenge.read(fields)
  }

  @Test func challengesAreRead() {
    let one = read(
      #"Bearer realm="ex \"a\" b", error="invalid_token", error_description="The token, it expired""#)
    #expect(one.count == 1 && one[0].scheme == "bearer" && one[0].errorCode == .invalidToken)
    #expect(one[0].parameters["realm"] == #"ex "a" b"# && one[0].asksForFreshToken)
    let two = read(#"Basic realm="x", DPoP algs="ES256 PS256", error=use_dpop_nonce , bearer"#)
    #expect(two.map(\.scheme) == ["basic", "dpop", "bearer"])
    #expect(two[1].parameters == ["algs": "ES256 PS256", "error": "use_dpop_nonce"])
    #expect(!two[0].asksForFreshToken && !two[1].asksForFreshToken && two[2].asksForFreshToken)
    #expect(
      read("Negotiate a87421000492aa874209af8bc028==, Bearer").map(\.scheme) == ["negotiate", "bearer"])
    #expect(read("Bearer", #"DPoP error="invalid_token""#).map(\.scheme) == ["bearer", "dpop"])
    #expect(
      read("Bearer scope = \"a b\" , error\t=\tinsufficient_scope").first?.errorCode == .insufficientScope)
    #expect(read(",, Bearer ,").map(\.scheme) == ["bearer"])
  }

  @Test(arguments: [
    "", ",", "=", "\"", "Bearer realm=\"x", "Bearer realm=\"x\" error=\"y\"",
    "Bearer error=\"a\", error=\"b\"",
    "Bearer =x", "Bearer \"x\"", "Bearer realm=\"\\", "Bearer @",
  ])
  func malformedOnesAreNone(_ value: String) { #expect(read(value) == []) }

  @Test func thereAreBounds() {
    let many = (0..<100).map { "S\($0) a=b" }.joined(separator: ", ")
    #expect(read(many).count == AuthenticationChallenge.greatestCount)
    let parameters = (0..<17).map { "p\($0)=1" }.joined(separator: ", ")
    #expect(read("Bearer " + parameters) == [])
    #expect(read("Bearer realm=\"" + String(repeating: "x", count: 9000) + "\"") == [])
  }

  /// Whatever comes, the reader ends.
  @Test func anythingIsRead() throws {
    let randomness = SeededRandomness(seed: 9)
    let alphabet = Array("Bearer =\",\\ab\t".utf8)
    for _ in 0..<3000 {
      let text = try (0..<randomness.integer(in: 0...40)).map { _ in
        alphabet[try randomness.integer(in: 0...(alphabet.count - 1))]
      }
      #expect(read(String(decoding: text, as: UTF8.self)).count <= AuthenticationChallenge.greatestCount)
    }
  }

  @Test func nothingIsPrinted() {
    let probe = LeakProbe()
    #expect(probe.leaks(in: read(#"Bearer realm="\#(probe.marker)""#)) == [])
  }
}
