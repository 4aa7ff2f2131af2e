import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct WeakObfuscationTests {
  @Test(arguments: [
    // "tsukimi" with 0x5A.
    "let ⟦hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51]⟧\nlet name = String(decoding: hidden.map { $0 ^ 0x5A }, as: UTF8.self)",
    // With a key of several bytes, out of a type, by a loop.
    """
    enum Hidden {
      static let key: [UInt8] = [1, 2, 3]
      static let ⟦text: [UInt8] = [0x75, 0x71, 0x76, 0x6A, 0x6B, 0x6E, 0x68]⟧
      static func reveal() -> String {
        var out: [UInt8] = []
        for index in 0..<text.count { out.append(text[index] ^ key[index % key.count]) }
        return String(decoding: out, as: UTF8.self)
      }
    }
    """,
    """
    let ⟦data: [UInt8] = [0x75, 0x71, 0x76, 0x6A, 0x6B, 0x6E, 0x68]⟧
    let salt: [UInt8] = [1, 2, 3]
    let plain = data.enumerated().map { $1 ^ salt[$0 % salt.count] }
    """,
    // The mixing is in a function of its own.
    """
    let mask: UInt8 = 0x5A
    func reveal(_ bytes: [UInt8]) -> String { String(decoding: bytes.map { $0 ^ mask }, as: UTF8.self) }
    let ⟦hidden: [UInt8] = [46, 41, 47, 49, 51, 55, 51]⟧
    let name = reveal(hidden)
    """,
  ])
  func speaks(_ source: String) {
    expect(WeakObfuscation.self, in: source, severity: .low, confidence: .high)
  }

  @Test(arguments: [
    "let host = ⟦String(\"pj.elpmaxe.imikust\".reversed())⟧",
    "let hidden = \"pj.elpmaxe.imikust\"\nlet host = ⟦String(hidden.reversed())⟧",
    "let host = String(data: Data(base64Encoded: ⟦\"dHN1a2ltaS5leGFtcGxlLmpw\"⟧)!, encoding: .utf8)",
    "let host = ⟦rot13(\"gfhxvzv\")⟧",
    "let salt = [⟦String(describing: AppDelegate.self)⟧, \"x\"].joined()",
  ])
  func otherWaysSpeak(_ source: String) { expect(WeakObfuscation.self, in: source, confidence: .medium) }

  @Test(arguments: [
    // A table of numbers that are mixed with input.
    """
    let table: [UInt8] = [0, 7, 14, 9, 28, 27, 18, 21]
    func crc(_ data: [UInt8]) -> UInt8 { data.reduce(0) { table[Int(($0 ^ $1) & 7)] } }
    """,
    "let magic: [UInt8] = [0x74, 0x73, 0x75, 0x6B, 0x69]\nlet isOurs = data.starts(with: magic)",
    "func mix(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] { zip(a, b).map { $0 ^ $1 } }",
    // No text: an image, a key.
    "let icon = Data(base64Encoded: \"iVBORw0KGgoAAAANSUhEUg==\")",
    "let back = String(word.reversed())", "for letter in \"abcdefgh\".reversed() { show(letter) }",
    "let name = String(describing: AppDelegate.self)",
  ])
  func isSilent(_ source: String) { expect(WeakObfuscation.self, in: source) }
}
