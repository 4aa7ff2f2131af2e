import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import TestSupport
import Testing

@Suite struct KeePassImportTests {
  private static let header = #""Group","Title","Username","Password","URL","Notes","TOTP","Icon"\#n"#

  @Test(.enabled(if: Program.areInstalled("keepassxc-cli")))
  func realExportsGiveTheSameItems() throws {
    let folder = try TemporaryFolder(permissions: 0o700)
    let database = folder.path + "/a.kdbx"
    let screenless = Program.environment(adding: [
      "QT_QPA_PLATFORM": "offscreen", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
    ])
    func run(_ arguments: [String], _ input: String) throws -> [UInt8] {
      try Array(
        Program.output(
          of: ["keepassxc-cli"] + arguments, environment: screenless, input: Data(input.utf8)))
    }
    _ = try run(["db-create", "-q", "-p", database], "pw\npw\n")
    let mail = [
      "-u", "alice", "--url", "https://Mail.example.com:8443/login?a=1", database, #"Mail, "main""#,
    ]
    _ = try run(["add", "-q", "-p"] + mail, "pw\nsecret,\"one\"\n")
    _ = try run(["mkdir", "-q", database, "Group"], "pw\n")
    let entry = ["-u", "bob", "--notes", "first\nsecond <&>", database, "Group/Entry 日本"]
    _ = try run(["add", "-q", "-p"] + entry, "pw\nline&<x>'é\n")
    _ = try run(["add", "-q", database, "Gone"], "pw\n")
    _ = try run(["rm", "-q", database, "Gone"], "pw\n")
    let expected = [
      "inet srvr=mail.example.com ptcl=htps port=8443 path=/login acct=alice > secret,\"one\"",
      "genp svce=Group/Entry 日本 acct=bob > line&<x>'é",
      "genp svce=Group/Entry 日本 acct=bob#notes > first\nsecond <&>",
    ]
    let xml = try KeePassXMLImporter.read(try run(["export", "-q", "-f", "xml", database], "pw\n"))
    #expect(texts(xml.items) == expected)
    #expect(xml.counts == [.deleted: 1] && xml.skipped == 1)
    #expect(xml.items.first?.attributes.text(.label) == #"Mail, "main""#)
    let csv = try KeePassCSVImporter.read(try run(["export", "-q", "-f", "csv", database], "pw\n"))
    #expect(texts(csv.items).filter { !$0.contains("Recycle Bin") } == expected)
  }

  @Test func aTableIsReadByTheNamesOfItsColumns() throws {
    let text = "Password,Title,URL\r\np1,T1,ftp://h/x\r\n\r\np2,T2,\r\n"
    #expect(
      texts(try KeePassCSVImporter.read(Array(text.utf8)).items) == [
        "inet srvr=h ptcl=ftp  path=/x > p1", "genp svce=T2 > p2",
      ])
  }

  @Test func nothingIsLostWhenNamesMeet() throws {
    let row = #""Root","Title","u","p","https://h","","","0"\#n"#
    let text = Self.header + row + row + row + row
    let result = try KeePassCSVImporter.read(Array(text.utf8))
    #expect(
      texts(result.items) == [
        "inet srvr=h ptcl=htps acct=u > p", "genp svce=Title acct=u > p", "genp svce=Title (2) acct=u > p",
        "genp svce=Title (3) acct=u > p",
      ])
    #expect(result.counts == [.renamed: 3] && result.skipped == 0 && result.notes.count == 3)
    #expect(result.notes[0].line == 3 && result.notes[0].name.reveal() == "Title")
  }

  @Test func entriesWithoutASecretAreNoted() throws {
    let text =
      Self.header + #""Root","Empty","","","","","","0"\#n"Root","Code","u","","","","otpauth://x","0"\#n"#
    let result = try KeePassCSVImporter.read(Array(text.utf8))
    #expect(texts(result.items) == ["genp svce=Code acct=u#otp > otpauth://x"])
    #expect(result.counts == [.empty: 1] && result.notes.first?.line == 2)
  }

  @Test(arguments: [
    ("", 1), ("Title\n", 1), ("Title,Password,Title\na,b,c\n", 1), ("Title,Password\na\n", 2),
    ("Title,Password\na,b\nc,d,e\n", 3), ("Title,Password\na,\"b\n", 2), ("Title,Password\na,b\"c\n", 2),
    ("Title,Password\na,\"b\"c\n", 2), ("Title,Password\n\"a\nb\",c\nd\n", 4), ("Title,Password\ra,b", 1),
    (String(repeating: ",", count: 100), 1),
  ])
  func malformedTablesAreRefusedWithTheirLine(text: String, line: Int) {
    #expect(throws: KeychainError.malformedImport(line: line)) {
      try KeePassCSVImporter.read(Array(text.utf8))
    }
  }

  private static func file(_ body: String) -> [UInt8] {
    Array("<KeePassFile><Root><Group><Name>R</Name>\(body)</Group></Root></KeePassFile>".utf8)
  }

  private static func field(_ key: String, _ value: String) -> String {
    "<String><Key>\(key)</Key><Value>\(value)</Value></String>"
  }

  @Test func everythingInAnEntryIsReadOrNoted() throws {
    let title = Self.field("Title", "T &#x26; &#38;<![CDATA[<&>]]>")
    let body =
      "<!-- c --><Entry>\(title)\(Self.field("UserName", "u"))\(Self.field("Password", "p"))"
      + Self.field("otp", "otpauth://x") + Self.field("PIN", "1234") + Self.field("Empty", "")
      + "<Binary><Key>f.pdf</Key><Value Ref=\"0\"/></Binary>"
      + "<History><Entry>\(Self.field("Title", "old"))</Entry><Entry/></History></Entry>"
      + "<Entry><String><Key>Password</Key><Value Protected=\"True\">AAAA</Value></String>"
      + "\(Self.field("Title", "inner"))\(Self.field("UserName", "x"))</Entry>"
    let result = try KeePassXMLImporter.read(Self.file(body))
    #expect(
      texts(result.items) == [
        "genp svce=T & &<&> acct=u > p", "genp svce=T & &<&> acct=u#otp > otpauth://x",
        "genp svce=T & &<&> acct=u#PIN > 1234",
      ])
    #expect(result.counts == [.attachment: 1, .history: 2, .unreadable: 1])
  }

  @Test(arguments: [
    "", "x", "<a/>", "<KeePassFile>", "<KeePassFile></Root></KeePassFile>", "<KeePassFile/><KeePassFile/>",
    "<!DOCTYPE x><KeePassFile/>", "<KeePassFile><Meta>&xxe;</Meta></KeePassFile>",
    "<KeePassFile a='1' a='2'/>",
    "<KeePassFile a=1/>", "<KeePassFile><Root>text</Root></KeePassFile>", "<KeePassFile>&#0;</KeePassFile>",
    "<KeePassFile>&#xD800;</KeePassFile>", "<KeePassFile>&#+65;</KeePassFile>",
    "<KeePassFile><![CDATA[</KeePassFile>",
    "<KeePassFile><!--</KeePassFile>", "<KeePassFile>\u{1}</KeePassFile>", "<?xml ?><?pi?><KeePassFile/>",
    "<KeePassFile><Root><Group><Name><b/></Name></Group></Root></KeePassFile>", "< KeePassFile/>",
  ])
  func malformedFilesAreRefused(text: String) {
    do throws(KeychainError) {
      _ = try KeePassXMLImporter.read(Array(text.utf8))
      Issue.record("accepted")
    } catch {
      guard case .malformedImport = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func boundsHold() throws {
    let groups = String(repeating: "<Group>", count: 100_000)
    #expect(throws: KeychainError.malformedImport(line: 1)) { try KeePassXMLImporter.read(Self.file(groups)) }
    let many = String(repeating: "<Entry>\(Self.field("Password", "p"))</Entry>", count: 11)
    #expect(throws: KeychainError.tooMany(limit: 10)) {
      try KeePassXMLImporter.read(Self.file(many), limits: ImportLimits(items: 10))
    }
    #expect(throws: KeychainError.tooLarge(limit: 20)) {
      try KeePassXMLImporter.read(Self.file(many), limits: ImportLimits(bytes: 20))
    }
    let long = "Title,Password\nT,\(String(repeating: "p", count: (1 << 20) + 1))\n"
    #expect(try KeePassCSVImporter.read(Array(long.utf8)).counts == [.tooLarge: 1])
    let rows = "Title,Password\n" + String(repeating: "T,p\n", count: 100_001)
    #expect(throws: KeychainError.tooMany(limit: 100_000)) { try KeePassCSVImporter.read(Array(rows.utf8)) }
  }
}
