import OmamoriATS
import Testing

@Suite struct MarkupReaderTests {
  @Test func storyboard() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB">
        <!-- login -->
        <textField placeholder="パスワード&#10;x" id="a1">
          <textInputTraits key="textInputTraits" secureTextEntry="YES"/>
        </textField>
      </document>
      <!-- end -->
      """
    let document = try MarkupReader.read(Array(text.utf8))
    let field = try #require(document.root.elements(named: "textField").first)
    #expect(field["placeholder"] == "パスワード\nx")
    #expect(field.range.start == TextPosition(line: 4, column: 3))
    #expect(field.range.end == TextPosition(line: 6, column: 15))
    #expect(field.attribute("id")?.range.start == TextPosition(line: 4, column: 40))
    #expect(field.elements.first?["secureTextEntry"] == "YES")
    #expect(document.comments.map(\.text) == [" login ", " end "])
    var visited: [String] = []
    document.root.walk { element, ancestors in visited.append("\(ancestors.count)\(element.name)") }
    #expect(visited == ["0document", "1textField", "2textInputTraits"])
    #expect(document.root.elements.first?.children.count == 3)
  }

  @Test(
    "Malformed files are refused",
    arguments: [
      "", "text", "<a>", "<a></b>", "<a/><b/>", "</a>", "<a/>x", "<a b></a>", "<a b='&x;'/>", "<1/>",
    ]
  )
  func malformed(_ text: String) {
    #expect(throws: PropertyListError.self) { try MarkupReader.read(Array(text.utf8)) }
  }

  @Test func boundsHold() {
    let deep = Array(String(repeating: "<a>", count: 1_000_000).utf8)
    #expect(throws: PropertyListError.tooDeep(limit: 256, at: .text(TextPosition(line: 1, column: 769)))) {
      try MarkupReader.read(deep)
    }
    var limits = PropertyListLimits.interface
    limits.maximumNodes = 3
    #expect(throws: PropertyListError.self) {
      try MarkupReader.read(Array("<a>1<b/>2</a>".utf8), limits: limits)
    }
  }
}
