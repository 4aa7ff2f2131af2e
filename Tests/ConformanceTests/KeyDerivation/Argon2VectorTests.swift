import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// The Argon2id vectors of RFC 9106, of OpenSSL and of the reference tool.
@Suite(.enabled(if: VectorText.exists("argon2id.txt"))) struct Argon2VectorTests {
  @Test func everyVectorGivesItsTag() throws {
    let vectors = try VectorText(named: "argon2id.txt").vectors
    for vector in vectors {
      let secret = try VectorText.bytes(vector["secret"])
      let expected = try VectorText.bytes(vector["output"])
      let cost = Argon2Cost(
        memory: try #require(Int(vector["memcost"] ?? "")), passes: try #require(Int(vector["iter"] ?? "")),
        lanes: try #require(Int(vector["lanes"] ?? "")))
      let output = try Argon2id.hash(
        Password(bytes: try VectorText.bytes(vector["pass"])), salt: try VectorText.bytes(vector["salt"]),
        cost: cost, secret: secret.isEmpty ? nil : SharedSecretBytes(SecretBytes(copying: secret)),
        associatedData: try VectorText.bytes(vector["ad"]), byteCount: expected.count)
      #expect(
        SharedSecretBytes(output) == SharedSecretBytes(SecretBytes(copying: expected)),
        "vector \(vector["count"] ?? "?")")
    }
    print("argon2id.txt: \(vectors.count) run, 0 skipped")
    #expect(vectors.count == 6)
  }
}
