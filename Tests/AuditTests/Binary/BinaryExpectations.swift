import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What a rule finds in a file of machine code.
func findings(
  of rule: any BinaryRule.Type, in bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Finding] {
  let source = try MachOSource(path: "App", bytes: bytes)
  var report = FileReport(TextSource(path: "App", bytes: []))
  rule.init().check(source, &report)
  check(report.maskedFindings, of: rule, sourceLocation)
  return report.maskedFindings
}

func findings(
  of rule: any BinaryRule.Type, in builder: MachOBuilder, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Finding] {
  try findings(of: rule, in: builder.bytes(), sourceLocation: sourceLocation)
}

/// What a rule finds in an app.
func findings(
  of rule: any BundleRule.Type, in app: BuiltApp, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Finding] {
  var report = ProjectReport()
  for bundle in AppBundle.all(in: try app.facts()) { rule.init().check(bundle, &report) }
  check(report.maskedFindings, of: rule, sourceLocation)
  return report.maskedFindings
}

private func check(_ findings: [Finding], of rule: any Rule.Type, _ sourceLocation: SourceLocation) {
  for finding in findings {
    #expect(finding.rule == rule.metadata.id, sourceLocation: sourceLocation)
    #expect(finding.message.english != finding.message.japanese, sourceLocation: sourceLocation)
    #expect(!finding.snippet.isEmpty && finding.region == .wholeFile, sourceLocation: sourceLocation)
  }
}

/// A built app, file by file, as it lies in an archive that is handed on or in a folder.
struct BuiltApp {
  var isPacked = true
  var files: [String: [UInt8]] = [:]

  /// An app with a signed program and a profile.
  init(
    _ program: MachOBuilder? = nil, profile: String? = "", isPacked: Bool = true,
    adding more: [String: [UInt8]] = [:]
  ) {
    self.isPacked = isPacked
    var program = program ?? BuiltApp.program()
    if program.signature == nil, program.rawSignature == nil { program.signature = .signed() }
    files["App"] = program.bytes()
    files["Info.plist"] = Self.information("APPL", "App")
    if let profile { files["embedded.mobileprovision"] = Self.profile(profile) }
    files.merge(more) { $1 }
  }

  /// The app without a signature on its program.
  static func unsigned() -> BuiltApp {
    var app = BuiltApp()
    app.files["App"] = MachOBuilder().bytes()
    return app
  }

  /// A program with symbols as they are after stripping.
  static func program(_ signature: SignatureBuilder? = .signed()) -> MachOBuilder {
    var builder = MachOBuilder()
    builder.signature = signature
    builder.symbols = [.exported("__mh_execute_header"), .imported("_malloc")]
    return builder
  }

  static func information(_ type: String, _ executable: String) -> [UInt8] {
    Array(
      ProjectFixture.plist(
        """
        <key>CFBundlePackageType</key><string>\(type)</string>
        <key>CFBundleExecutable</key><string>\(executable)</string>
        <key>CFBundleIdentifier</key><string>jp.example.\(executable.lowercased())</string>
        """
      ).utf8)
  }

  /// A profile: bytes of a container around a list.
  static func profile(_ body: String) -> [UInt8] {
    let list = ProjectFixture.plist(
      "<key>TeamIdentifier</key><array><string>TEAM123456</string></array>\(body)")
    return [0x30, 0x82, 0x10, 0x00, 0x06, 0x09] + Array(list.utf8) + [0xA0, 0x03, 0x02, 0x01, 0x00]
  }

  /// A framework with its `Info.plist`.
  static func framework(_ name: String, _ signature: SignatureBuilder?) -> [String: [UInt8]] {
    var library = program(signature)
    library.fileType = 6
    return [
      "Frameworks/\(name).framework/\(name)": library.bytes(),
      "Frameworks/\(name).framework/Info.plist": information("FMWK", name),
    ]
  }

  /// The facts that an audit of the app has.
  func facts() throws -> ProjectFacts {
    let prefix = isPacked ? "Payload/App.app/" : ""
    let all = files.map { SourceFile(path: prefix + $0.key, contents: $0.value) }
      .sorted { $0.path < $1.path }
    let inventory = Inventory(
      target: AuditTarget(
        path: isPacked ? "App.ipa" : "App.app", kind: isPacked ? .ipa : .appBundle, isApp: true),
      layout: ProjectLayout([]), files: all, others: [], skipped: [])
    let auditor = FileAuditor(rules: RuleSelection(), flags: [])
    let results = all.map { auditor.audit($0) }
    return ProjectFacts(
      inventory: inventory, propertyLists: results.compactMap(\.propertyList),
      binaries: results.compactMap(\.machO))
  }
}
