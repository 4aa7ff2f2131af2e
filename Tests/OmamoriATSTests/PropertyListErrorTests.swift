import OmamoriATS
import OmamoriCore
import Testing

@Suite struct PropertyListErrorTests {
  static let place = PropertyListPlace.text(TextPosition(line: 3, column: 7))

  static let all: [PropertyListError] = [
    .unknownFormat, .unsupportedEncoding, .tooLarge(limit: 5), .tooDeep(limit: 64, at: place),
    .tooManyNodes(limit: 9, at: place), .truncated(at: .byte(12)), .invalidText(at: place),
    .entityRefused(at: place),
    .syntax(expected: LocalizedText("a key", ja: "キー"), at: place), .invalidValue(at: place),
    .unsupportedObject(marker: 0xC1, at: .byte(8)), .outOfBounds(at: .byte(8)), .cycle(at: .byte(8)),
    .keyNotText(at: .byte(8)),
  ]

  @Test("Every error says what failed, where, and the cure, in both languages", arguments: all)
  func texts(error: PropertyListError) {
    #expect(error.description == error.message.english)
    #expect(error.message.english.split(separator: ". ").count == 2)
    #expect(error.message.japanese.split(separator: "。").count == 2)
    #expect(error.message.japanese.unicodeScalars.contains { $0.value > 0x3000 })
    switch error.place {
    case .text:
      #expect(error.description.contains("line 3, column 7") && error.message.japanese.contains("3 行 7 列"))
    case .byte(let offset): #expect(error.description.contains("byte \(offset)"))
    case nil: #expect(!error.description.contains("line"))
    }
  }

  @Test(
    "No error repeats text of the file",
    arguments: [
      "<dict><s3cret/></dict>", "<s3cret/>", "<plist><string>s3cret</plist>", "<integer>s3cret</integer>",
      "<string>&s3cret;</string>", "{ s3cret s3cret }", "s3cret", "<date>s3cret</date>", "<a s3cret='",
      "{a = \"s3cret",
    ]
  )
  func nothingLeaks(text: String) {
    #expect {
      _ = try PropertyListReader.read(Array(text.utf8))
    } throws: { error in
      !"\(error)".contains("s3cret") && !String(reflecting: error).contains("s3cret")
    }
  }
}
