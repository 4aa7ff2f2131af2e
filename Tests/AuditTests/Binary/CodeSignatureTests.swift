import OmamoriATS
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Signatures are read part by part, and lies about the parts end there.
@Suite struct CodeSignatureTests {
  @Test func everyPartIsRead() throws {
    var builder = SignatureBuilder.signed("<key>get-task-allow</key><true/>", flags: 0x1_0000)
    builder.directories.append(SignatureBuilder.Directory(version: 0x20100, hash: 1, team: nil))
    let signature = try #require(CodeSignature(BinaryBytes(builder.bytes())))
    #expect(signature.directories.map(\.hash) == [.sha256, .sha1])
    #expect(signature.directories.map(\.version) == [0x20400, 0x20100])
    #expect(signature.directories[0].flags.contains(.hardenedRuntime))
    #expect(signature.team == "TEAM123456" && signature.identifier == "jp.example.app")
    #expect(signature.entitlements?["get-task-allow"]?.boolean == true)
    #expect(signature.allowsDebugging && signature.hasCertificate && !signature.isAdHoc)
    #expect(signature.hasBinaryEntitlements && signature.problems.isEmpty)
  }

  @Test func aSignatureWithoutACertificateIsAdHoc() throws {
    let signature = try #require(CodeSignature(BinaryBytes(SignatureBuilder.adHoc.bytes())))
    #expect(signature.isAdHoc && !signature.hasCertificate && signature.team == nil)
    #expect(!signature.allowsDebugging && signature.entitlements == nil)
  }

  @Test func liesAreNamed() throws {
    let sound = SignatureBuilder.signed().bytes()
    #expect(CodeSignature(BinaryBytes(Array(sound.prefix(8)))) == nil)
    var many = sound
    many[8] = 1
    #expect(CodeSignature(BinaryBytes(many)) == nil, "the number of parts is limited")
    var outside = sound
    outside[16] = 0x7F
    #expect(CodeSignature(BinaryBytes(outside))?.problems == ["part 1"])
    var broken = SignatureBuilder.signed()
    broken.entitlements = "<plist><dict>"
    #expect(CodeSignature(BinaryBytes(broken.bytes()))?.problems == ["entitlements"])
  }

  /// A value of DER.
  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length: [UInt8] = content.count < 0x80 ? [UInt8(content.count)] : [0x81, UInt8(content.count)]
    return [tag] + length + content
  }

  /// A table of entitlements in the binary form.
  private static func list(_ entries: [(String, [UInt8])], tag: UInt8 = 0xB0) -> [UInt8] {
    let table = der(tag, entries.flatMap { der(0x30, der(0x0C, Array($0.0.utf8)) + $0.1) })
    return tag == 0xB0 ? der(0x70, der(0x02, [1]) + table) : table
  }

  private static func signature(_ xml: String, _ binary: [UInt8]) -> CodeSignature? {
    var builder = SignatureBuilder.signed(xml)
    builder.binaryEntitlements = binary
    return CodeSignature(BinaryBytes(builder.bytes()))
  }

  @Test(arguments: [0xB0, 0x31] as [UInt8])
  func bothListsAreReadAndCompared(tag: UInt8) throws {
    let xml = """
      <key>a</key><true/><key>n</key><integer>-300</integer>
      <key>groups</key><array><string>x</string><string>y</string></array>
      <key>t</key><dict><key>k</key><string>v</string></dict>
      """
    let groups = Self.der(0x30, Self.der(0x0C, [0x78]) + Self.der(0x0C, [0x79]))
    let inner = Self.der(tag, Self.der(0x30, Self.der(0x0C, [0x6B]) + Self.der(0x0C, [0x76])))
    let binary = Self.list(
      [("a", Self.der(1, [0xFF])), ("n", Self.der(2, [0xFE, 0xD4])), ("groups", groups), ("t", inner)],
      tag: tag)
    let same = try #require(Self.signature(xml, binary))
    #expect(same.binaryEntitlements?.count == 4 && same.differingEntitlements.isEmpty)
    let other = try #require(
      Self.signature(
        xml, Self.list([("a", Self.der(1, [0])), ("z", Self.der(1, [0xFF])), ("groups", groups)], tag: tag)))
    #expect(other.differingEntitlements == ["a", "n", "t", "z"])
  }

  @Test func aDebuggerMayAttachByEitherList() throws {
    let binary = Self.list([("get-task-allow", Self.der(1, [0xFF]))])
    #expect(try #require(Self.signature("", binary)).allowsDebugging)
    #expect(
      try !#require(Self.signature("", Self.list([("get-task-allow", Self.der(1, [0]))]))).allowsDebugging)
  }

  @Test(
    arguments: [
      [], [0x70], [0x70, 0x7F], [0x70, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x70, 3, 2, 1, 2], [0x30, 0],
      [0xB0, 2, 0x30, 0],
      [0x70, 5, 2, 1, 1, 0xB0, 5],
    ] as [[UInt8]])
  func brokenListsSayNothing(bytes: [UInt8]) throws {
    let signature = try #require(Self.signature("<key>a</key><true/>", bytes))
    #expect(signature.binaryEntitlements == nil && signature.differingEntitlements.isEmpty)
  }

  @Test func deepListsEnd() throws {
    let deep = (0..<40).reduce(Self.der(1, [0xFF])) { inner, _ in Self.der(0x30, inner) }
    #expect(try #require(Self.signature("", Self.list([("a", deep)]))).binaryEntitlements == nil)
  }

  @Test func listsThatDifferAreFound() throws {
    var signature = SignatureBuilder.signed("<key>a</key><true/>")
    signature.binaryEntitlements = Self.list([("a", Self.der(1, [0]))])
    let program = BinaryRulesTests.changed { $0.signature = signature }
    #expect(try findings(of: BinarySlicesDiffer.self, in: program).map(\.snippet) == ["arm64: a"])
  }
}
