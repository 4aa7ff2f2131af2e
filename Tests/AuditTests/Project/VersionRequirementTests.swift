import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct VersionRequirementTests {
  @Test(arguments: [
    ("~> 5.9", "5.10.2", true), ("~> 5.9", "6.0.0", false), ("~> 5.9.1", "5.9.4", true),
    ("~> 5.9.1", "5.10.0", false), ("5.9", "5.9.0", true), ("= 5.9", "5.9.1", false), (">= 1.0", "3.0", true),
    ("< 2", "2.0", false), ("!= 1.5", "1.5.0", false), ("> 1.0", "1.0", false), ("<= 2", "2.0", true),
    ("~> 5.9", "6.0.0-beta.1", true),
  ])
  func cocoaPods(_ requirement: String, _ version: String, _ isAllowed: Bool) throws {
    let candidate = try #require(SemanticVersion(version))
    #expect(try #require(VersionRequirement(requirement)).allows(candidate) == isAllowed)
  }

  @Test func carthageKeepsTheMajorVersion() throws {
    let requirement = try #require(VersionRequirement("~> 1.2.0"))
    #expect(requirement.allows(try #require(SemanticVersion("1.9.0")), keepsMajor: true))
    #expect(!requirement.allows(try #require(SemanticVersion("2.0.0")), keepsMajor: true))
  }

  @Test(arguments: ["", "latest", "~> x", "=> 1", ">= 1.0-beta"]) func whatIsNotUnderstood(_ text: String) {
    #expect(VersionRequirement(text) == nil)
  }

  @Test(arguments: [
    ("Firebase/Auth", "firebase"), ("https://github.com/weichsel/ZIPFoundation.git", "zipfoundation"),
    ("git@github.com:realm/realm-swift.git", "realm"), ("ZipArchive", "ssziparchive"),
    ("GRDB.swift", "grdb.swift"),
  ])
  func identities(_ written: String, _ name: String) { #expect(PackageIdentity(written).name == name) }
}
