import OmamoriCore
import Testing

@Suite struct CoreErrorTests {
  private static let problems: [JSONProblem] = [
    .byteOrderMark, .invalidUTF8, .loneSurrogate, .invalidEscape, .controlCharacter, .invalidNumber,
    .unexpectedCharacter, .unexpectedEnd, .trailingContent, .duplicateName, .tooDeep(limit: 64),
    .tooLarge(limit: 65), .tooManyValues(limit: 66), .numberTooLong(limit: 67),
  ]
  private static let errors: [CoreError] =
    problems.map { .invalidJSON($0, at: JSONPosition(offset: 60, line: 3, column: 14)) } + [
      .invalidBase64URL(offset: 4), .randomnessUnavailable(code: 38),
    ] + SecretStoreProblem.allCases.map(CoreError.secretStore)

  @Test(arguments: errors)
  func saysWhatFailedAndWhatToDo(_ error: CoreError) {
    let (english, japanese) = (error.message(in: .en), error.message(in: .ja))
    #expect(english == error.description)
    #expect(english.unicodeScalars.allSatisfy(\.isASCII) && english.hasSuffix("."))
    #expect(japanese.hasSuffix("。") && japanese.unicodeScalars.contains { !$0.isASCII })
  }

  @Test func messagesDiffer() {
    for language in Language.allCases {
      #expect(Set(Self.errors.map { $0.message(in: language) }).count == Self.errors.count)
    }
  }

  @Test func readsAsASentence() {
    let error = CoreError.invalidJSON(.duplicateName, at: JSONPosition(offset: 60, line: 3, column: 14))
    #expect(
      error.description == "The JSON document was refused at line 3, column 14 (byte 60): "
        + "a member name occurs twice. Correct the document at that place."
    )
    #expect(
      error.message(in: .ja)
        == "JSON 文書の 3 行 14 列（60 バイト目）に問題があります：同じ名前のメンバーが重複しています。該当箇所を修正してください。"
    )
  }

  @Test func positionsBeyondTheTextMeanItsEnd() {
    let text = Array("a\nbc".utf8)
    #expect(JSONPosition(offset: 99, in: text.span) == JSONPosition(offset: 4, line: 2, column: 3))
    #expect(JSONPosition(offset: -1, in: text.span) == JSONPosition(offset: 0, line: 1, column: 1))
  }
}
