import OmamoriCore
import Testing

@Suite struct StrictJSONTests {
  @Test func readsEveryKindOfValue() throws {
    let value = try StrictJSON.parse(
      #" { "a" : [ 1 , -2.50e+3 , true , false , null ] , "b" : { } , "c" : [ ] , "d" : "\"\\\/\b\f\n\r\té😀" } "#
    )
    #expect(value["a"]?[0]?.intValue == 1)
    #expect(value["a"]?[1]?.numberValue?.text == "-2.50e+3")
    #expect(value["a"]?[1]?.doubleValue == -2500)
    #expect(value["a"]?[1]?.intValue == nil)
    #expect(value["a"]?.arrayValue?.dropFirst(2) == [true, false, nil])
    #expect(value["b"] == [:])
    #expect(value["c"] == [])
    #expect(value["d"]?.stringValue == "\"\\/\u{8}\u{C}\n\r\té😀")
    #expect(value.objectValue?.members.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test(arguments: ["0", "\"\"", "null", "[]", "{}", " 1 ", "\"\u{FEFF}\""])
  func readsSmallDocuments(_ text: String) throws {
    _ = try StrictJSON.parse(text)
  }

  @Test(
    arguments: [
      (#""\u0041""#, "A"), (#""\u00e9""#, "\u{E9}"), (#""\u20AC""#, "€"), (#""\uD83D\uDE00""#, "😀"),
      (#""\u0000""#, "\0"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""x\u0041y\n""#, "xAy\n"),
    ])
  func readsEscapes(_ text: String, _ expected: String) throws {
    #expect(try StrictJSON.parse(text) == .string(expected))
  }

  @Test(
    arguments: [
      ("", JSONProblem.unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("\u{FEFF}{}", .byteOrderMark, 0),
      ("1 2", .trailingContent, 2), ("{}}", .trailingContent, 2), ("[1,]", .unexpectedCharacter, 3),
      ("[,1]", .unexpectedCharacter, 1), ("{\"a\":1,}", .unexpectedCharacter, 7),
      ("{a:1}", .unexpectedCharacter, 1), ("{\"a\" 1}", .unexpectedCharacter, 5),
      ("'a'", .unexpectedCharacter, 0), ("[1}", .unexpectedCharacter, 2), ("// x", .unexpectedCharacter, 0),
      ("tru", .unexpectedEnd, 3), ("trux", .unexpectedCharacter, 3), ("nul]", .unexpectedCharacter, 3),
      ("True", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0),
      ("Infinity", .unexpectedCharacter, 0),
      ("01", .invalidNumber, 1), ("-", .unexpectedEnd, 1), ("-x", .invalidNumber, 1),
      ("1.", .unexpectedEnd, 2),
      ("1.e1", .invalidNumber, 2), (".5", .unexpectedCharacter, 0), ("+1", .unexpectedCharacter, 0),
      ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("0x1", .trailingContent, 1),
      ("\"a", .unexpectedEnd, 2), ("\"\\", .unexpectedEnd, 2), ("\"\\x\"", .invalidEscape, 1),
      ("\"\\u12", .unexpectedEnd, 5), ("\"\\u12g4\"", .invalidEscape, 5), ("\"a\tb\"", .controlCharacter, 2),
      ("\"\n\"", .controlCharacter, 1), ("\"\\ud800\"", .loneSurrogate, 1),
      ("\"\\udc00\"", .loneSurrogate, 1), ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
      ("\"\\ud800\\u0041\"", .loneSurrogate, 1), ("\"\\ud800x\"", .loneSurrogate, 1),
      ("\"\\udc00\\ud800\"", .loneSurrogate, 1), ("\u{A0}1", .unexpectedCharacter, 0),
      ("{\"a\":1,\"a\":2}", .duplicateName, 7), ("{\"a\":1,\"\\u0061\":2}", .duplicateName, 7),
      ("{\"x\":{\"k\":0,\"k\":0}}", .duplicateName, 12),
      ("{\"\\u00e9\":1,\"e\\u0301\":2}", .duplicateName, 12),
    ])
  func refuses(_ text: String, _ problem: JSONProblem, _ offset: Int) {
    let error = #expect(throws: CoreError.self) { try StrictJSON.parse(text) }
    guard case .invalidJSON(problem, let position) = error else {
      Issue.record("expected \(problem), got \(String(describing: error))")
      return
    }
    #expect(position.offset == offset)
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0xBF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xC3],
      [0x22, 0xC3, 0x22], [0x22, 0xF0, 0x9F, 0x98],
    ] as [[UInt8]]
  )
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    #expect(throws: CoreError.invalidJSON(.invalidUTF8, at: JSONPosition(offset: 1, line: 1, column: 2))) {
      try StrictJSON.parse(bytes)
    }
  }

  @Test func readsTheEdgesOfUTF8() throws {
    let text = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{FFFF}\u{10000}\u{10FFFF}"
    #expect(try StrictJSON.parse("\"\(text)\"") == .string(text))
  }

  @Test func namesLineAndColumn() {
    let text = "{\n  \"é\": 1,\n  \"日本\": ?\n}"
    #expect(
      throws: CoreError.invalidJSON(.unexpectedCharacter, at: JSONPosition(offset: 25, line: 3, column: 9))
    ) {
      try StrictJSON.parse(text)
    }
  }

  @Test func readsDataAndBytesAlike() throws {
    let text = #"{"k":[1,2,3]}"#
    let value = try StrictJSON.parse(text)
    #expect(try StrictJSON.parse(Data(text.utf8)) == value)
    #expect(try StrictJSON.parse(Array(text.utf8)) == value)
  }
}
