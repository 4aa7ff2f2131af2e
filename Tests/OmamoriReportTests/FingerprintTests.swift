import OmamoriCore
import Testing

@testable import OmamoriReport

@Suite struct FingerprintTests {
  /// The published values of 128-bit FNV-1a.
  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func hashIsFNV1a(text: String, expected: String) {
    var hash = FNV1a128()
    for byte in text.utf8 { hash.combine(byte) }
    #expect(hash.hexadecimal == expected)
  }

  private func fingerprints(_ findings: [Finding]) -> [Fingerprint] {
    Sample.report(findings).findings.map(\.fingerprint)
  }

  @Test func linesAboveAndIndentationDoNotMatter() {
    let one = fingerprints([Sample.finding("weak-hash", line: 4, snippet: "let a = md5(b)")])
    let moved = fingerprints([
      Sample.finding(
        "weak-hash", .low, .low, line: 90, message: "said differently", snippet: "\t let  a = md5(b) ")
    ])
    #expect(one == moved)
  }

  /// Lines of ASCII take a way of their own, which must come to the same.
  @Test func whiteSpaceIsTheSameInEveryLine() {
    let pieces = ["a", "=", " ", "\t", "\r\n", "\u{0B}", "\u{0C}", "\u{1C}", "\u{7F}", "\0", "\n"]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let line = (0..<12).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(Fingerprint.normalized(line) == words, "\(line.debugDescription)")
      #expect(Fingerprint.normalized(line + "鍵") == Fingerprint.normalized(line + "k").dropLast() + "鍵")
    }
    #expect(Fingerprint.normalized(" a\u{3000}b\u{A0} ") == "a b")
  }

  @Test func ruleFileAndTextMatter() {
    let all = fingerprints([
      Sample.finding("weak-hash"), Sample.finding("ecb-mode"), Sample.finding("weak-hash", file: "B.swift"),
      Sample.finding("weak-hash", line: 11, snippet: "other()"),
    ])
    #expect(Set(all).count == 4)
  }

  @Test func equalLinesKeepApart() {
    let twice = fingerprints([
      Sample.finding("weak-hash", line: 4), Sample.finding("weak-hash", line: 8, snippet: "  store(token)"),
    ])
    #expect(Set(twice).count == 2)
    let shifted = fingerprints([
      Sample.finding("weak-hash", line: 44), Sample.finding("weak-hash", line: 88),
    ])
    #expect(twice == shifted)
  }

  @Test func itIsTheSameForever() {
    #expect(
      fingerprints([Sample.finding("weak-hash")]).map(\.description) == ["463c8574a99721432660b64fc0f860cb"])
  }

  @Test func onlyFingerprintsAreRead() {
    let text = "6c62272e07bb014262b821756295c58d"
    #expect(Fingerprint(text)?.description == text)
    for wrong in [
      "", "6C62272E07BB014262B821756295C58D", String(text.dropLast()), text + "0", "ｇ" + text.dropFirst(),
    ] {
      #expect(Fingerprint(wrong) == nil)
    }
  }
}
