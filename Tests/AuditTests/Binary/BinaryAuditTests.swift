import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Whole audits of what is built: an archive, a folder, a single program.
@Suite struct BinaryAuditTests {
  private static func audit(_ path: String) async throws -> AuditReport {
    try await Auditor().audit(Discovery().inventory(at: path))
  }

  private static let weak: [String: [UInt8]] = {
    var program = BuiltApp.program(.signed("<key>get-task-allow</key><true/>"))
    program.flags = 0x85
    program.symbols.append(.imported("_CC_MD5"))
    var files = BuiltApp(program).files
    var library = BuiltApp.program(nil)
    library.fileType = 6
    library.searchPaths = ["/Users/kumi/lib"]
    files["Frameworks/Kit.framework/Kit"] = library.bytes()
    files["Frameworks/Kit.framework/Info.plist"] = BuiltApp.information("FMWK", "Kit")
    files["notes.sh"] = Array("#!/bin/sh\n".utf8)
    return files
  }()

  private static let expected: Set<String> = [
    "App binary-no-pie", "App binary-debuggable", "App binary-weak-crypto-import",
    "Frameworks/Kit.framework/Kit binary-rpath-unsafe", "notes.sh bundle-leftovers",
    "Frameworks/Kit.framework/Kit embedded-framework-unknown",
  ]

  @Test func anArchiveIsAuditedWithItsFrameworks() async throws {
    var builder = ZipBuilder()
    builder.items = Self.weak.sorted { $0.key < $1.key }
      .map { ZipBuilder.Item("Payload/App.app/\($0.key)", $0.value) }
    let folder = try TemporaryFolder()
    let report = try await Self.audit(folder.write("App.ipa", bytes: builder.bytes()))
    let found = Set(
      report.findings.map { "\($0.file.dropFirst("Payload/App.app/".count)) \($0.rule.rawValue)" })
    #expect(found.isSuperset(of: Self.expected), "\(found.symmetricDifference(Self.expected))")
    #expect(report.skipped.isEmpty && report.inputs.contains(.binary))
  }

  @Test func aFolderOfAnAppIsAuditedWithItsFrameworks() async throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in Self.weak { try folder.write("App.app/\(name)", bytes: bytes) }
    let report = try await Self.audit(folder.path + "/App.app")
    let found = Set(report.findings.map { "\($0.file) \($0.rule.rawValue)" })
    #expect(found.isSuperset(of: Self.expected), "\(found.symmetricDifference(Self.expected))")
  }

  @Test func aProgramByItselfIsAudited() async throws {
    let folder = try TemporaryFolder()
    let report = try await Self.audit(folder.write("tool", bytes: Self.weak["App"] ?? []))
    #expect(Set(report.findings.map(\.rule.rawValue)) == ["binary-no-pie", "binary-weak-crypto-import"])
    #expect(report.files.scanned == 1)
  }

  @Test func whatCannotBeReadIsListed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", bytes: [0xCF, 0xFA, 0xED, 0xFE, 1, 2, 3, 4])
    try folder.write("b", bytes: Array("!<arch>\n".utf8) + [1, 2, 3])
    var builder = MachOBuilder()
    builder.commandCount = 400
    builder.flags = 0x85
    try folder.write("c", bytes: builder.bytes())
    let report = try await Self.audit(folder.path)
    #expect(report.skipped.map(\.file) == ["a", "b", "c"])
    #expect(report.skipped.allSatisfy { $0.reason == .malformed })
    #expect(report.findings.map(\.file) == ["c"], "what can be read is examined")
  }

  /// No rule without a fixture in which it fires.
  @Test func everyRuleAboutMachineCodeHasATest() {
    let tested: [any Rule.Type] = [
      BinaryNoPIE.self, BinaryStackExecutable.self, BinaryWritableExecutable.self, BinaryRPathUnsafe.self,
      BinaryNoCanary.self, BinaryNoARC.self, BinaryDeprecatedAPI.self, BinarySlicesDiffer.self,
      SecretInBinaryStrings.self, BinaryUnsigned.self, BinarySignatureOutdated.self, BinaryDebuggable.self,
      EmbeddedFrameworkUnknown.self, BinaryDebugSymbols.self, ProvisioningProfileRisk.self,
      BundleLeftovers.self, EntitlementExcessive.self, EmbeddedTLSStack.self,
      SDKOutdated.self,
    ]
    let rules: [any Rule] = RuleCatalog.binary + RuleCatalog.bundle
    #expect(Set(rules.map { type(of: $0).metadata.id }) == Set(tested.map { $0.metadata.id }))
  }
}
