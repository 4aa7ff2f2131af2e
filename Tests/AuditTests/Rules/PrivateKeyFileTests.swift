import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PrivateKeyFileTests {
  private static let body = """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg038mtSyqm5jFiDmy
    bIYgkvzU7qhg06OVDctoKlm52QuhRANCAARclZYAhWULed3cZqYvNNYz2iJ5P9Je
    """
  private static func pem(_ label: String) -> String {
    "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----"
  }

  private func findings(_ files: [String: String]) async throws -> [Finding] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(name, text) }
    let report = try await Auditor(options: .init(jobs: 1)).audit(Discovery().inventory(at: folder.path))
    return withExtendedLifetime(folder) { report.findings.filter { $0.rule == PrivateKeyFile.id } }
  }

  @Test(arguments: ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"])
  func keysInText(_ label: String) async throws {
    let found = try await findings(["App/push.p8": Self.pem(label) + "\n"])
    #expect(found.map(\.severity) == [.high])
    #expect(found.first?.region.startLine == 1 && found.first?.region.endLine == 4)
    #expect(found.first?.file == "App/push.p8")
  }

  @Test func aKeyInTheAppIsWorse() async throws {
    let project = ProjectFixture.pbxproj()
      .replacing("objects = {", with: "objects = {\nZ9 /* push.p8 in Resources */ = {isa = PBXBuildFile; };")
    let found = try await findings([
      "App/push.p8": Self.pem("PRIVATE KEY"), "App.xcodeproj/project.pbxproj": project,
    ])
    #expect(found.map(\.severity) == [.critical])
  }

  @Test func whatIsIgnoredIsNoPartOfTheRepository() async throws {
    let files = ["App/push.p8": Self.pem("PRIVATE KEY"), ".gitignore": "*.p8\n"]
    #expect(try await findings(files).isEmpty)
    #expect(try await findings(files.merging([".gitignore": "*.p12\n"]) { $1 }).count == 1)
    // What the app is built with goes to everybody.
    let project = ProjectFixture.pbxproj()
      .replacing("objects = {", with: "objects = {\nZ9 /* push.p8 in Resources */ = {isa = PBXBuildFile; };")
    #expect(try await findings(files.merging(["App.xcodeproj/project.pbxproj": project]) { $1 }).count == 1)
  }

  @Test(arguments: ["PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST"])
  func othersAreSilent(_ label: String) async throws {
    #expect(try await findings(["App/server.pem": Self.pem(label), "App/a.der": "no key at all"]).isEmpty)
  }

  @Test(arguments: ["App/me.key", "backup", "App/identity.dat"])
  func anIdentityOfAge(_ name: String) async throws {
    let identity = "AGE-SECRET-KEY-1" + String(repeating: "Q", count: 58)
    let found = try await findings([
      name: "# created: 2026-01-02T03:04:05Z\n# public key: age1abc\n\(identity)\n"
    ])
    #expect(found.map(\.severity) == [.high] && found.first?.region.startLine == 3)
    #expect(found.allSatisfy { !$0.snippet.contains(identity) })
    #expect(try await findings([name: "# created: by hand\nAGE\n\(identity)\n"]).isEmpty)
  }

  @Test func aTextThatIsAKey() {
    expect(
      PrivateKeyFile.self as any TextRule.Type, in: "\n⟦\(Self.pem("EC PRIVATE KEY"))⟧\n", path: "notes.txt")
    expect(
      PrivateKeyFile.self as any TextRule.Type, in: "how to: \(Self.pem("EC PRIVATE KEY"))\n",
      path: "notes.txt")
  }

  // MARK: DER

  private static func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
    return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  private static let pkcs5 = der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D])
  private static let pkcs7 = der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
  private static func random(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(($0 * 37 + 11) & 0x7F) } }

  @Test func formsOfDER() {
    let number = Self.der(0x02, Self.random(128))
    let rsa = Self.der(0x30, Self.der(0x02, [0]), number, Self.der(0x02, [1, 0, 1]), number)
    let sec1 = Self.der(0x30, Self.der(0x02, [1]), Self.der(0x04, Self.random(32)))
    let pkcs8 = Self.der(
      0x30, Self.der(0x02, [0]), Self.der(0x30, Self.pkcs5), Self.der(0x04, Self.random(64)))
    let sealed = Self.der(0x30, Self.der(0x30, Self.pkcs5), Self.der(0x04, Self.random(64)))
    let store = Self.der(0x30, Self.der(0x02, [3]), Self.der(0x30, Self.pkcs7))
    #expect(KeyFile.privateKey(in: rsa)?.kind == .der)
    #expect(KeyFile.privateKey(in: sec1)?.kind == .der)
    #expect(KeyFile.privateKey(in: pkcs8)?.kind == .der)
    #expect(KeyFile.privateKey(in: sealed)?.kind == .encryptedDER)
    #expect(KeyFile.privateKey(in: store)?.kind == .pkcs12)
    // A public key: two numbers; a certificate: three structures; what is cut short.
    #expect(KeyFile.privateKey(in: Self.der(0x30, number, Self.der(0x02, [1, 0, 1]))) == nil)
    #expect(
      KeyFile.privateKey(in: Self.der(0x30, Self.der(0x30, Self.pkcs7), Self.der(0x30), Self.der(0x03, [0])))
        == nil)
    for length in 0..<rsa.count { #expect(KeyFile.privateKey(in: Array(rsa.prefix(length))) == nil) }
  }
}
