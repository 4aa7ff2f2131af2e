import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct SettingsDocumentTests {
  private func pairs(_ text: String, _ format: SettingsDocument.Format) -> [String] {
    SettingsDocument(Array(text.utf8), format: format).entries.map { "\($0.name)=\($0.value)" }
  }

  @Test func readsJSON() {
    let text = #"""
      { // comment with "quotes": "no"
        "a": "x\"y", "list": ["plain", {"inner": 42}], "n": -1.5e3, "t": true, "o": {"deep": {"er": "z"}} }
      """#
    #expect(pairs(text, .json) == [#"a=x"y"#, "inner=42", "n=-1.5e3", "er=z"])
    let bytes = Array(text.utf8)
    let first = SettingsDocument(bytes, format: .json).entries[0]
    #expect(String(decoding: bytes[first.range], as: UTF8.self) == #""a": "x\"y""#)
  }

  @Test func readsYAML() {
    let text = """
      # password: none
      name: value # comment
      - key: "quoted: # text"
        other: 'single'
      block:
        url: https://a.example/#x
      """
    #expect(
      pairs(text, .yaml) == ["name=value", "key=quoted: # text", "other=single", "url=https://a.example/#x"])
  }

  @Test func readsLines() {
    let text = """
      ; comment
      [section]
      export API_KEY=abc
      A = "b c"   // why
      B[sdk=iphoneos*] = d // e
      C = https://x.example/y
      #include "Other.xcconfig"
      """
    #expect(pairs(text, .lines) == ["API_KEY=abc", "A=b c", "B=d", "C=https://x.example/y"])
  }

  @Test func readsStringsAndTables() {
    #expect(pairs("/* x */\n\"a.b\" = \"c = d\";\n", .strings) == ["a.b=c = d"])
    let table = "user,password\r\nmika,\"a,\"\"b\"\nhana,\n"
    #expect(pairs(table, .table) == ["user=mika", #"password=a,""b"#, "user=hana"])
  }

  @Test(arguments: [
    ("a/settings.json", SettingsDocument.Format.json), ("x.yml", .yaml), (".env", .lines),
    (".env.local", .lines),
    ("Release.xcconfig", .lines), ("en.lproj/Localizable.strings", .strings), ("users.csv", .table),
  ])
  func namesTellTheForm(_ path: String, _ format: SettingsDocument.Format) {
    #expect(SettingsDocument.format(ofPath: path) == format)
  }

  @Test(arguments: [
    ".env.example", "config.sample.json", "package-lock.json", "Contents.json", "a.swift", "Podfile.lock",
    "README",
  ])
  func otherFilesHoldNoSettings(_ path: String) { #expect(SettingsDocument.format(ofPath: path) == nil) }

  @Test(
    arguments: SettingsDocument.Format.allCases,
    ["\"", "{\"a\":", "a=", "a: \"", "\"a\" = \"", ",,\n\"", "[[[[", "a,b\n\"\"\""])
  func endsAnywhere(_ format: SettingsDocument.Format, _ text: String) {
    for entry in SettingsDocument(Array(text.utf8), format: format).entries {
      #expect(entry.range.upperBound <= text.utf8.count)
    }
  }

  @Test func deepNestingCostsNothing() {
    let text = String(repeating: "[", count: 200_000) + #"{"a":"b"}"#
    #expect(pairs(text, .json) == ["a=b"])
  }

  @Test(arguments: [
    ("postgres://till:Kumade2019@db.example:5432/stock", "Kumade2019"),
    ("x = amqp+ssl://a:b3c4d5@[::1]/", "b3c4d5"),
  ])
  func addressesWithPasswords(_ text: String, _ password: String) throws {
    let bytes = Array(text.utf8)
    let match = try #require(ConnectionString.all(in: bytes[...]).first)
    #expect(String(decoding: bytes[match.password], as: UTF8.self) == password)
  }

  @Test(arguments: [
    "https://a.example/x:y@z", "postgres://user:password@host/db", "https://$USER:$PASSWORD@host",
    "redis://host:6379",
    "https://a:${TOKEN}@host", "mysql://root:***@host", "http://[::1]:80/", "git@host:a/b", "://a:b1c2d3@",
    "https://x:{token}@host/",
  ])
  func addressesWithout(_ text: String) { #expect(ConnectionString.all(in: Array(text.utf8)[...]).isEmpty) }
}
