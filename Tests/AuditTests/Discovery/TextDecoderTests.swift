import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TextDecoderTests {
  @Test func unicodeEncodings() {
    #expect(TextDecoder.text(of: []) == "")
    #expect(TextDecoder.text(of: Array("日本語 🎌".utf8)) == "日本語 🎌")
    #expect(TextDecoder.text(of: [0xEF, 0xBB, 0xBF] + Array("a".utf8)) == "a")
    #expect(TextDecoder.text(of: [0xFF, 0xFE, 0x61, 0, 0x42, 0x30]) == "aあ")
    #expect(TextDecoder.text(of: [0xFE, 0xFF, 0, 0x61, 0x30, 0x42]) == "aあ")
    #expect(TextDecoder.text(of: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]) == "a")
    #expect(TextDecoder.text(of: [0, 0, 0xFE, 0xFF, 0, 0, 0x30, 0x42]) == "あ")
  }

  @Test func brokenUnicodeIsRefused() {
    #expect(TextDecoder.text(of: [0xFF, 0xFE, 0x61]) == nil)
    #expect(TextDecoder.text(of: [0xFF, 0xFE, 0, 0xD8]) == nil)
    #expect(TextDecoder.text(of: [0xEF, 0xBB, 0xBF, 0xC3]) == nil)
    #expect(TextDecoder.text(of: [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0]) == nil)
  }

  @Test func utf16WithoutAMark() {
    let little = Array("let a = 1".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let big = Array("let a = 1".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    #expect(TextDecoder.text(of: little) == "let a = 1")
    #expect(TextDecoder.text(of: big) == "let a = 1")
  }

  @Test func singleWrongBytesAreReplacedAndTold() throws {
    let bytes = Array(String(repeating: "// 日本語\n", count: 20).utf8) + [0x95] + Array("let a = 1\n".utf8)
    let decoded = try #require(TextDecoder.decoded(bytes))
    #expect(decoded.isRepaired)
    #expect(decoded.text.hasSuffix("\u{FFFD}let a = 1\n"))
    let (text, note) = try SourceFile(path: "a.swift", contents: bytes).decodedText()
    #expect(text == decoded.text)
    #expect(note?.reason == .encoding)
    #expect(TextDecoder.decoded([0x80, 0x81, 0xFF]) == nil)
  }

  @Test func filesOfGitCryptAreNamed() {
    let file = SourceFile(path: "Secrets.swift", contents: Array("\0GITCRYPT\0".utf8) + [0x95, 0x81, 0xFE])
    let failure = #expect(throws: FileReadFailure.self) { try file.text() }
    #expect(failure?.skipped.message.english.contains("git-crypt") == true)
  }

  @Test func japaneseEncodings() {
    // 「// テスト、ｱ Ａ9 漢」 in Shift JIS and in EUC-JP.
    let shiftJIS: [UInt8] = [
      0x2F, 0x2F, 0x20, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x81, 0x41, 0xB1, 0x20, 0x82, 0x60, 0x39, 0x20,
      0x8A, 0xBF,
    ]
    #expect(TextDecoder.text(of: shiftJIS) == "// テスト、ｱ Ａ9 〓")
    let eucJP: [UInt8] = [
      0x2F, 0x2F, 0x20, 0xA5, 0xC6, 0xA5, 0xB9, 0xA5, 0xC8, 0xA1, 0xA2, 0x8E, 0xB1, 0x20, 0xA3, 0xC1, 0x39,
      0x20, 0xB4,
      0xC1,
    ]
    #expect(TextDecoder.text(of: eucJP) == "// テスト、ｱ Ａ9 〓")
    #expect(TextDecoder.text(of: [0x82, 0xA0, 0x82, 0xA2, 0x82, 0xF0, 0x83, 0x80]) == "あいをム")
  }

  @Test func latin1() {
    #expect(TextDecoder.text(of: Array("// caf".utf8) + [0xE9, 0x20] + Array("ok".utf8)) == "// café ok")
    #expect(TextDecoder.text(of: [0x2F, 0x2F, 0xA9, 0x20, 0x41]) == "//© A")
  }

  @Test(
    arguments: [[0x80, 0x81, 0xFF], [0xC3, 0, 0x28], [0x95, 0x20, 0xE9], [0xFF, 0xFE, 0xFD]] as [[UInt8]])
  func unknownEncodingsAreRefused(_ bytes: [UInt8]) {
    #expect(TextDecoder.text(of: bytes) == nil)
  }

  @Test func unknownEncodingIsListed() throws {
    let file = SourceFile(path: "a.swift", contents: [0x80, 0x81, 0xFF])
    let failure = #expect(throws: FileReadFailure.self) { try file.text() }
    #expect(failure?.skipped.reason == .encoding)
  }

  @Test func randomBytesNeverCrash() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0..<40)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = TextDecoder.text(of: bytes)
      #expect(!DisplayName.text(of: bytes).utf8.contains(0x0A))
      _ = ContentContext.context(startingWith: bytes)
      _ = FileKindClassifier.kind(startingWith: bytes)
    }
  }
}
