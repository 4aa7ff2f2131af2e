import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct InsecureRandomTests {
  @Test(arguments: [
    """
    static func makeNonce() -> String {
      ⟦srand48(Int(Date().timeIntervalSince1970))⟧
      return (0..<16).map { _ in String(Int(drand48() * 16), radix: 16) }.joined()
    }
    """,
    """
    let sessionKey = (0..<32).map { _ in UInt8(truncatingIfNeeded: ⟦rand()⟧) }
    """,
    """
    class Tokens {
      func token() -> String {
        let source = GKMersenneTwisterRandomSource(seed: 42)
        return String(⟦source.nextInt()⟧)
      }
    }
    """,
    """
    func makeToken() -> SHA256.Digest { ⟦SHA256.hash(data: Data("\\(Date().timeIntervalSince1970)".utf8))⟧ }
    """,
    """
    func temporaryPassword() -> String { ⟦String(UInt64(Date.now.timeIntervalSince1970) &* 77, radix: 36)⟧ }
    """,
  ])
  func speaks(_ source: String) { expect(InsecureRandom.self, in: source) }

  @Test(arguments: [
    """
    let token = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    """,
    """
    let pin = String(arc4random_uniform(10_000))
    """,
    """
    func makeToken(_ key: String) -> SHA256.Digest { SHA256.hash(data: Data("\\(Date().timeIntervalSince1970)\\(key)".utf8)) }
    """,
    """
    func tokenExpires() -> Bool { Date().timeIntervalSince1970 > expiry }
    """,
    """
    func exportName() -> String { String(Int(Date.now.timeIntervalSince1970), radix: 36) + ".plist" }
    """,
    """
    func sparkle() -> Double { drand48() }
    """,
    """
    let key = letters.randomElement()
    """,
    """
    func token() -> Int { generator.random() }
    """,
    """
    var generator = SystemRandomNumberGenerator()
    let nonce = UInt64.random(in: 0...UInt64.max, using: &generator)
    """,
  ])
  func isSilent(_ source: String) { expect(InsecureRandom.self, in: source) }
}
