import OmamoriATS
import OmamoriCore
import Testing

@Suite struct XMLPropertyListTests {
  func read(_ text: String, limits: PropertyListLimits = .standard) throws -> PropertyListDocument {
    try PropertyListReader.read(Array(text.utf8), limits: limits)
  }

  func error(_ text: String, limits: PropertyListLimits = .standard) -> PropertyListError? {
    error(Array(text.utf8), limits: limits)
  }

  func error(_ bytes: [UInt8], limits: PropertyListLimits = .standard) -> PropertyListError? {
    do {
      _ = try PropertyListReader.read(bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func everyTypeAndItsPlace() throws {
    let document = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>鍵</key> <!-- keep --> <string>a&amp;b &#x1F511;<![CDATA[<&>]]></string>
        <key>n</key><integer> -0x1F </integer>
        <key>r</key><real>1.5e3</real>
        <key>t</key><true/>
        <key>d</key><date>2024-02-29T23:59:59Z</date>
        <key>b</key><data>
          AQI
          D
        </data>
        <key>a</key><array><string/><false></false></array>
      </dict>
      </plist>
      """
    )
    let root = document.root
    #expect(root["鍵"]?.string == "a&b 🔑<&>")
    #expect(root["n"]?.integer == -31)
    #expect(root["r"]?.content == .real(1500))
    #expect(root["t"]?.boolean == true)
    #expect(root["d"]?.content == .date(Date(timeIntervalSince1970: 1_709_251_199)))
    #expect(root["b"]?.data == [1, 2, 3])
    #expect(root["a"]?.array?.map(\.content) == [.string(""), .boolean(false)])
    let entry = try #require(root.dictionary?.entry(for: "鍵"))
    #expect(entry.keyRange?.start == TextPosition(line: 5, column: 3))
    #expect(entry.keyRange?.end == TextPosition(line: 5, column: 15))
    #expect(entry.value.range?.start == TextPosition(line: 5, column: 30))
    #expect(root.range?.end == TextPosition(line: 15, column: 8))
    #expect(document.comments.map(\.text) == [" keep "])
    #expect(document.comments.first?.range.start == TextPosition(line: 5, column: 16))
  }

  @Test func duplicatesAreReportedAndTheLastCounts() throws {
    let document = try read("<dict><key>a</key><true/>\n<key>b</key><true/><key>a</key><false/></dict>")
    #expect(document.root["a"]?.boolean == false)
    #expect(document.root.dictionary?.keys == ["a", "b", "a"])
    #expect(document.duplicates.map(\.key) == ["a"])
    #expect(document.duplicates.first?.keyRange?.start == TextPosition(line: 1, column: 7))
  }

  @Test func aLookAlikeKeyIsAnotherKey() throws {
    let document = try read("<dict><key>\u{212A}</key><true/></dict>")
    #expect(document.root["K"] == nil)
    #expect(document.root["\u{212A}"]?.boolean == true)
  }

  @Test(arguments: [false, true]) func utf16(bigEndian: Bool) throws {
    let text = "<plist><string>日本🔑\r\nx</string></plist>"
    var bytes: [UInt8] = bigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for unit in text.utf16 {
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      bytes += bigEndian ? pair : pair.reversed()
    }
    let document = try PropertyListReader.read(bytes)
    #expect(document.root.string == "日本🔑\nx")
    #expect(document.root.range?.end == TextPosition(line: 2, column: 11))
    // A lone surrogate.
    let lone: [UInt8] = bigEndian ? [0xD8, 0x00] : [0x00, 0xD8]
    #expect(error(bytes.prefix(32) + lone) == .invalidText(at: .byte(2)))
    #expect(error(bytes + [0]) == .invalidText(at: .byte(bytes.count)))
  }

  @Test func byteOrderMark() throws {
    let document = try PropertyListReader.read([0xEF, 0xBB, 0xBF] + Array("<true/>".utf8))
    #expect(document.root.boolean == true)
    #expect(document.root.range?.start == TextPosition(line: 1, column: 1))
    #expect(error([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]) == .unsupportedEncoding)
    #expect(error("<?xml version='1.0' encoding='Shift_JIS'?><true/>") == .unsupportedEncoding)
  }

  @Test(
    "Entities and external definitions are refused",
    arguments: [
      "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
      "<!DOCTYPE plist SYSTEM 'file:///etc/passwd' [<!ENTITY % x SYSTEM 'http://127.0.0.1/'>]><plist><true/></plist>",
      "<plist><string>&xxe;</string></plist>", "<plist><string>& </string></plist>",
      "<!DOCTYPE p [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><plist><string>&b;</string></plist>",
    ]
  )
  func entities(_ text: String) {
    guard case .entityRefused? = error(text) else {
      Issue.record("got \(String(describing: error(text)))")
      return
    }
  }

  @Test(
    "Forbidden characters are refused",
    arguments: [
      "<string>&#0;</string>", "<string>&#xD800;</string>", "<string>&#x110000;</string>",
      "<string>&#8;</string>",
      "<string>a\u{0}b</string>", "<string>\u{1}</string>", "<string>&#xFFFE;</string>",
      "<string>&#;</string>",
      "<string><![CDATA[\u{2}]]></string>",
    ]
  )
  func forbidden(_ text: String) {
    guard case .invalidText? = error(text) else {
      Issue.record("got \(String(describing: error(text)))")
      return
    }
  }

  @Test(
    "Malformed UTF-8 is refused",
    arguments: [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE3, 0x81],
      [0xF0, 0x80, 0x80, 0x80],
    ]
      as [[UInt8]]
  )
  func malformed(_ bytes: [UInt8]) {
    #expect(error(Array("<string>".utf8) + bytes + Array("</string>".utf8)) == .invalidText(at: .byte(8)))
  }

  @Test(
    "Malformed files are refused",
    arguments: [
      "<plist>", "<plist/>", "<dict><key>a</key></dict>", "<dict><true/></dict>", "<array><true></array>",
      "<true/><true/>", "<plist><true/><true/></plist>", "<string>a<b/></string>", "<set/>",
      "<integer>1a</integer>",
      "<integer/>", "<integer>--1</integer>", "<real>x</real>", "<date>2023-02-29T00:00:00Z</date>",
      "<date>now</date>",
      "<data>A</data>", "<data>AA=A</data>", "<array>text</array>", "<array><key>a</key></array>",
      "<plist version=1><true/></plist>", "<plist a='1' a='2'><true/></plist>", "<true", "<", "<!-- ",
      "<!DOCTYPE",
      "<integer>170141183460469231731687303715884105728</integer>", "<true/><!DOCTYPE plist>", "</true>",
      "<string>a</strong>", "<plist a='<'><true/></plist>", "<true>x</true>",
    ]
  )
  func malformed(_ text: String) {
    #expect(error(text) != nil)
  }

  @Test func depthAndCountAreBounded() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "<array>", count: count) + String(repeating: "</array>", count: count)
    }
    #expect(try read(nested(64)).root.array?.count == 1)
    guard case .tooDeep(64, .text(let position))? = error(nested(65)) else {
      Issue.record("65 levels were read")
      return
    }
    #expect(position == TextPosition(line: 1, column: 64 * 7 + 1))
    #expect(error(String(repeating: "<array>", count: 1_000_000)) != nil)
    let many = "<array>" + String(repeating: "<true/>", count: 100_000) + "</array>"
    guard case .tooManyNodes(100_000, _)? = error(many) else {
      Issue.record("100,001 nodes were read")
      return
    }
    let small = PropertyListLimits(maximumBytes: 10, maximumDepth: 64, maximumNodes: 10)
    #expect(error(nested(2), limits: small) == .tooLarge(limit: 10))
  }
}
