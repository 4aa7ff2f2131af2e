import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

@Suite struct SecurityDumpImportTests {
  private static let generic = #"""
    keychain: "/Users/someone/Library/Keychains/login.keychain-db"
    version: 512
    class: "genp"
    attributes:
        0x00000007 <blob>="App "one""
        0x00000008 <blob>=<NULL>
        "acct"<blob>="alice"
        "cdat"<timedate>=0x32303134303632343132303030305A00  "20140624120000Z\000"
        "crtr"<uint32>="aapl"
        "cusi"<sint32>=<NULL>
        "gena"<blob>=0x00FF  "\000\377"
        "icmt"<blob>=<NULL>
        "invi"<sint32>=0x00000001
        "svce"<blob>=0x4170C3A9  "Ap\303\251"
        "type"<uint32>=<NULL>
    data:
    "p\134w"d"
    """#
  private static let internet = #"""
    keychain: "/k"
    version: 512
    class: "inet"
    attributes:
        "acct"<blob>="bob"
        "path"<blob>="/a"
        "port"<uint32>=0x00001F90
        "ptcl"<uint32>="htps"
        "sdmn"<blob>=<NULL>
        "srvr"<blob>="example.com"
    data:
    0x00FF  "\000\377"
    """#
  private static let key = #"""
    keychain: "/k"
    version: 512
    class: 0x00000010
    attributes:
        0x00000001 <blob>="a key"
    data:
    0x30  "0"
    """#

  @Test func passwordsBecomeItemsAndTheRestIsNoted() throws {
    let refused = Self.internet.split(separator: "data:")[0]
    let text = [Self.generic, Self.internet, Self.key, String(refused)].joined(separator: "\n")
    let result = try SecurityDumpImporter.read(Array(text.utf8))
    #expect(
      texts(result.items) == [
        "genp svce=Apé acct=alice > p\\w\"d",
        "inet srvr=example.com ptcl=htps port=8080 path=/a acct=bob > 0 ff",
      ])
    let attributes = try #require(result.items.first?.attributes)
    #expect(attributes.text(.label) == #"App "one""#)
    #expect(attributes.data(.generic) == Data([0, 255]))
    #expect(attributes.number(.creator) == 0x6161_706C)
    #expect(attributes.flag(.isInvisible) == true)
    #expect(attributes[.creationDate] == nil)
    #expect(result.counts == [.unsupportedClass: 1, .unreadable: 1])
  }

  @Test func theItemsAreOnesThatAKeychainTakes() async throws {
    let result = try SecurityDumpImporter.read(Array((Self.generic + "\n" + Self.internet).utf8))
    let outcome = try await MemoryKeychain().importItems(result.items)
    #expect(outcome.added == 2)
  }

  @Test(arguments: [
    ("x", 1), ("    \"acct\"<blob>=\"a\"", 1), ("keychain: \"k\"\nnonsense", 2),
    ("keychain: \"k\"\nclass: genp", 2),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>=\"a", 3),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>\"a\"", 3),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>=\"\\9\"", 3),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>=\"\\777\"", 3),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>=0x1", 3),
    ("keychain: \"k\"\nattributes:\n    \"acct\"<blob>=0xFF", 3),
    ("keychain: \"k\"\nattributes:\n    \"port\"<uint32>=0x112233445566778899", 3),
    ("keychain: \"k\"\ndata:\nplain", 3),
  ])
  func malformedTextsAreRefusedWithTheirLine(text: String, line: Int) {
    #expect(throws: KeychainError.malformedImport(line: line)) {
      try SecurityDumpImporter.read(Array(text.utf8))
    }
  }

  @Test func nothingIsAnAnswer() throws {
    #expect(try SecurityDumpImporter.read([]).items.isEmpty)
  }
}
