import OmamoriCore
import Testing

@Suite struct JSONWritingTests {
  @Test func writesCompactAndPretty() {
    let value: JSONValue = ["b": [1, 2.5, nil, true], "a": ["x": [], "y": [:]], "c": "é"]
    #expect(value.text() == #"{"b":[1,2.5,null,true],"a":{"x":[],"y":{}},"c":"é"}"#)
    #expect(
      value.text(.pretty) == """
        {
          "b": [
            1,
            2.5,
            null,
            true
          ],
          "a": {
            "x": [],
            "y": {}
          },
          "c": "é"
        }
        """
    )
  }

  @Test func sortsByCodePoint() {
    let value: JSONValue = ["b": 1, "é": 2, "B": 3, "aa": 4, "a": ["z": 0, "y": 0], "😀": 5, "\u{FFFD}": 6]
    #expect(
      value.text(JSONFormat(order: .sorted)) == #"{"B":3,"a":{"y":0,"z":0},"aa":4,"b":1,"é":2,"�":6,"😀":5}"#
    )
  }

  @Test func escapesWhatReadersMisread() {
    let value: JSONValue = "\"\\/\n\r\t\0\u{1F}\u{7F}\u{9F}\u{2028}\u{2029}<&>"
    #expect(value.text() == #""\"\\/\n\r\t\u0000\u001F\u007F\u009F\u2028\u2029<&>""#)
    #expect(
      JSONValue.string("</script>&").text(JSONFormat(escapesHTML: true))
        == #""\u003C/script\u003E\u0026""#
    )
  }

  @Test func readsBackEveryScalarPlane() throws {
    var text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init)))
    text.unicodeScalars.append(
      contentsOf: [0xFFFF, 0x10000, 0x1F600, 0x10FFFF].compactMap(Unicode.Scalar.init)
    )
    for escapes in [false, true] {
      let format = JSONFormat(escapesHTML: escapes)
      #expect(try StrictJSON.parse(JSONValue.string(text).utf8(format)) == .string(text))
    }
  }

  @Test func writesValuesOfAnyDepth() {
    var value: JSONValue = 0
    for _ in 0..<10_000 { value = .array([value]) }
    #expect(value.utf8().count == 20_001)
  }

  @Test func buildsObjectsInOrder() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.members.map(\.name) == ["a", "b"])
    #expect(object["a"] == 3)
    object["c"] = 4
    object["a"] = nil
    #expect(object.members.map(\.name) == ["b", "c"])
    let inserted = object.insert("b", 9)
    #expect(!inserted)
    #expect(object["b"] == 2)
    for index in 0..<40 { object["n\(index)"] = .integer(index) }
    object["n3"] = nil
    #expect(object["n3"] == nil)
    #expect(object["n4"] == 4)
    #expect(object["n39"] == 39)
    #expect(object.count == 41)
  }

  @Test func keepsNumbersExact() throws {
    let text = "-123456789012345678901234567890.125e-7"
    #expect(try StrictJSON.parse(text).text() == text)
    #expect(JSONNumber(text: "9223372036854775807")?.integer() == Int.max)
    #expect(JSONNumber(text: "9223372036854775808")?.integer(as: Int.self) == nil)
    #expect(JSONNumber(text: "9223372036854775808")?.integer(as: UInt64.self) == 1 << 63)
    #expect(JSONNumber(text: "-0")?.integer() == 0)
    #expect(JSONNumber(text: "1.0")?.integer(as: Int.self) == nil)
    #expect(JSONNumber(text: "1e400")?.double == nil)
    #expect(JSONNumber(text: "1e-400")?.double == 0)
    for wrong in ["", "01", "1.", " 1", "1 ", "+1", "0x1", "nan", "inf", "1e", "--1"] {
      #expect(JSONNumber(text: wrong) == nil)
    }
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(Double.nan) == nil)
    for double in [0.1, -0.0, 1e21, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16] {
      let number = try #require(JSONNumber(double))
      #expect(JSONNumber(text: number.text)?.double == double)
    }
  }
}
