import OmamoriATS
import Testing

@testable import OmamoriScanner

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
}
