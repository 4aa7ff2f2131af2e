import OmamoriCore
import Testing

@Suite("JSON: strings longer than a word")
struct JSONWordTests {
  private func parse(_ content: [UInt8]) throws(CoreError) -> JSONValue {
    try StrictJSON.parse([UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")])
  }

  @Test("Each byte is looked at wherever it stands", arguments: 0..<34)
  func places(length: Int) throws {
    let plain = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    #expect(try parse(plain) == .string(String(decoding: plain, as: UTF8.self)))
    for place in 0..<length {
      var changed = plain
      for byte in UInt8.min...UInt8.max {
        changed[place] = byte
        let isPlain = 0x20..<0x80 ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        // An escape is right where a letter that makes one follows.
        let follows = place + 1 < length ? plain[place + 1] : 0
        guard isPlain || byte == UInt8(ascii: "\\") && Array("bfnrt".utf8).contains(follows) else {
          #expect(throws: CoreError.self) { try parse(changed) }
          continue
        }
        guard isPlain else { continue }
        #expect(try parse(changed) == .string(String(decoding: changed, as: UTF8.self)))
      }
      let long = plain[..<place] + Array("é\u{20AC}\u{1F511}".utf8) + plain[place...]
      #expect(try parse(Array(long)) == .string(String(decoding: long, as: UTF8.self)))
      let escaped = plain[..<place] + Array(#"\n"#.utf8) + plain[place...]
      let meant = plain[..<place] + [0x0A] + plain[place...]
      #expect(try parse(Array(escaped)) == .string(String(decoding: meant, as: UTF8.self)))
    }
  }

  @Test(
    "Canonically equivalent names are one name, whatever they begin with",
    arguments: [
      ("é", "e\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{226E}", "<\u{338}"),
      ("a", "a"),
      ("Åb", "A\u{30A}b"), ("", ""),
    ])
  func equivalentNames(_ one: String, _ other: String) throws {
    for (first, second) in [(one, other), (other, one)] {
      #expect(throws: CoreError.self) {
        try StrictJSON.parse(#"{"x":0,"\#(first)":1,"y":2,"\#(second)":3}"#)
      }
      var object: JSONObject = ["x": 0]
      let isNew = [object.insert(first, 1), object.insert(second, 2)]
      #expect(isNew == [true, false])
      #expect(object[second] == 1)
    }
  }

  @Test("Names that are not the same are taken, however many there are")
  func differentNames() throws {
    let names =
      ["", "a", "ab", "b", "é", "e", "\u{7F}", "\u{80}", "日", "月", "k"] + (0..<200).map { "name \($0)" }
    for count in 1...names.count {
      let members: [String] = names.prefix(count).enumerated().map { "\"\($0.element)\":\($0.offset)" }
      let object = try StrictJSON.parse("{\(members.joined(separator: ","))}").objectValue
      #expect(object?.members.map(\.name) == Array(names.prefix(count)))
      #expect(throws: CoreError.self) {
        try StrictJSON.parse("{\(members.joined(separator: ",")),\(members[count / 2])}")
      }
    }
  }
}
