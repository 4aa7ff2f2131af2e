import Testing

@testable import OmamoriAuth

/// Every vector of Wycheproof for JSON Web Signature, with waivers by number.
///
/// A test fails when a vector that is not waived disagrees, and when a waiver is not needed any more.
@Suite(.enabled(if: WycheproofSignatures.isThere, "OMAMORI_VECTORS names no folder"))
struct WycheproofSignatureTests {
  /// What the file says that RFC 7515 to 7518 do not.
  private static let waivers: [Int: String] = [
    346: "the header says PS384, the key is for PS256",
    347: "the key is for ES521, which is no algorithm",
    350: "the header says PS384, the key is for PS256",
    351: "the key is for ES521, which is no algorithm",
    367: "invalid, but the same bytes as 357, which is valid",
    370: "invalid, but the same bytes as 357, which is valid",
    372: "valid, but with a question mark in the header's base64url",
    373: "valid, but with a question mark in the content's base64url",
  ]

  @Test func signatures() async throws {
    let file = try WycheproofSignatures("json_web_signature")
    #expect(file.vectors.count == 401)
    #expect(await file.disagreements() == Set(Self.waivers.keys))
    let messages = Dictionary(uniqueKeysWithValues: file.vectors.map { ($0.number, $0.message) })
    #expect(messages[367] == messages[357])
    #expect(messages[370] == messages[357])
    #expect(messages[372]?.contains("?") == true)
    #expect(messages[373]?.contains("?") == true)
  }

  @Test func keys() async throws {
    let file = try WycheproofSignatures("json_web_key")
    #expect(file.vectors.count == 26)
    #expect(await file.disagreements() == [])
  }

  @Test func signaturesAmongOthers() async throws {
    let file = try WycheproofSignatures("json_web_crypto")
    #expect(file.vectors.count == 49)
    #expect(await file.disagreements() == [])
  }
}
