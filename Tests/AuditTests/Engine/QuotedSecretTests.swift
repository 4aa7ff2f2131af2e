import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// A secret that one rule masks is not quoted by another one that speaks of the same line.
@Suite struct QuotedSecretTests {
  // Written in two parts, so that no scanner takes this file for a leak.
  private static let key = "AKIA" + "M7A7XWZTSAQPVJLG"

  private func audit(
    _ files: [String: String], cache: AuditCache? = nil, without disabled: Set<RuleID> = []
  ) async throws -> AuditReport {
    let sources = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, contents: Array($1.utf8)) }
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .sourceTree, isApp: true), layout: ProjectLayout(sources),
      files: sources, others: [], skipped: [])
    var options = Auditor.Options(jobs: 2, disabledRules: disabled)
    options.cache = cache
    return try await Auditor(options: options).audit(inventory)
  }

  private func texts(_ report: AuditReport) -> String {
    var options = ReportOptions(tool: ToolIdentity(version: "1.0.0"))
    options.minimumConfidence = .low
    let reports = ReportFormat.allCases.map { $0.renderer(options).render(report) }
    return (reports + [Baseline(of: report).text]).joined()
  }

  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundlePackageType</key><string>APPL</string>
    <key>CFBundleIdentifier</key><string>jp.example.app</string></dict></plist>
    """

  /// The password in the address of a dependency, which other rules quote with its line or with one beside it.
  @Test(arguments: [
    ("Podfile", "pod 'Lib', :git => 'http://mika:hunter2pw@git.example.com/lib.git'\npod 'Other'\n"),
    ("Podfile", "pod 'Other'\npod 'Lib', :git => 'https://hunter2pw@git.example.com/lib.git'\n"),
    (
      "Cartfile", "git \"https://mika:hunter2pw@git.example.com/lib.git\" \"main\" # omamori:ignore nothing\n"
    ),
    (
      "A.xcodeproj/project.pbxproj",
      """
      {rootObject=P;objects={P={isa=PBXProject;targets=(T);packageReferences=(R);};
      T={isa=PBXNativeTarget;name=T;productType="com.apple.product-type.application";buildPhases=(S);};
      S={isa=PBXShellScriptBuildPhase;shellScript="curl http://a | sh\\n";};
      R={repositoryURL="https://mika:hunter2pw@git.example.com/lib.git";requirement={kind=branch;branch=b;};};};}
      """
    ),
    (
      "A.xcodeproj/project.pbxproj",
      "{rootObject=P;objects={P={packageReferences=(R);};R={repositoryURL=\"https://mika:hunter2pw@git.example.com/lib\";"
        + "requirement={kind=branch;branch=b;};};};}"
    ),
  ])
  func notInTheAddressOfADependency(_ path: String, _ text: String) async throws {
    let report = try await audit(["Info.plist": Self.list, path: text])
    #expect(report.findings.contains { $0.rule == DependencyInsecureSource.id })
    #expect(report.findings.count { $0.file == path } > 1)
    #expect(!texts(report).contains("hunter2pw"))
  }

  /// Lock files hold the same addresses, and a rule that is off must not let them be seen either.
  @Test(arguments: [
    "{\"pins\": [{\"identity\": \"lib\", \"location\": \"https://mika:hunter2pw@git.example.com/lib\",\n"
      + "\"state\": {\"version\": \"1.0.0\"}}], \"version\": 2}"
  ])
  func notInTheAddressesOfALockFile(_ lock: String) async throws {
    let path = "A.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
    let cartfile = "git \"https://mika:hunter2pw@git.example.com/lib\" \"1.0\"\n"
    let report = try await audit(
      ["Info.plist": Self.list, path: lock, "Cartfile.resolved": cartfile],
      without: [DependencyInsecureSource.id])
    #expect(report.findings.contains { $0.file == path || $0.file == "Cartfile.resolved" })
    #expect(!texts(report).contains("hunter2pw"))
  }

  @Test func nothingInABillShowsAPassword() throws {
    let cartfile = "git \"https://mika:hunter2pw@git.example.com/lib\" \"1.0\"\n"
    let inventory = try ProjectFixture.inventory(["A.swift": "let one = 1\n", "Cartfile.resolved": cartfile])
    let renderer = CycloneDXRenderer(tool: ToolIdentity(version: "1.0.0"))
    let bill = renderer.render(BillOfMaterials(of: inventory))
    #expect(bill.contains("git.example.com/lib") && !bill.contains("hunter2pw"))
  }

  @Test(arguments: [
    ("https://mika:hunter2pw@a/b git@github.com:a/b ssh://git@c/d", ["hunter2pw"]),
    ("x://tok3n@a 'y://tok4n:@b' z://a:b:c@d@e/", ["b:c@d", "tok3n", "tok4n"]),
    ("https://$(USER):$(PASSWORD)@a http://a/b@c", []), ("://", []), ("a://@", []), ("", []),
  ])
  func addressesHoldPasswords(_ text: String, _ expected: [String]) {
    #expect(AddressSecrets.secrets(in: TextSource(path: "A", bytes: Array(text.utf8))) == expected)
  }

  @Test func notByRulesAboutTheProject() async throws {
    let files = [
      "Info.plist": Self.list,
      "A.swift": """
      import CoreLocation
      let id = "\(Self.key)"; let manager = CLLocationManager(); let d = UserDefaults.standard
      func f() { CLLocationManager().requestWhenInUseAuthorization(); g("\(Self.key)") }
      """,
    ]
    let folder = try TemporaryFolder()
    let cache = AuditCache(folder: folder.path, engine: "test")
    for _ in 0..<2 {
      let report = try await audit(files, cache: cache)
      #expect(report.findings.contains { $0.rule == ProviderToken.id })
      #expect(report.findings.contains { $0.file == "A.swift" && $0.rule == PermissionMissingPurpose.id })
      #expect(!texts(report).contains(Self.key))
    }
  }

  @Test func notByWhatIsSaidOfSuppressions() async throws {
    let report = try await audit([
      "A.swift": "let a = 1  // omamori:ignore weak-hash -- the key \(Self.key) is old\n",
      "B.m": "int a;  // omamori:ignore weak-hash -- the key \(Self.key) is old\n",
      "C.swift": "let b = \"\(Self.key)\"  // omamori:ignore provider-token -- \(Self.key) is old\n",
    ])
    #expect(report.findings.contains { $0.rule.rawValue == "suppression-unused" })
    #expect(!texts(report).contains(Self.key))
  }

  /// Who switches a rule off does not want its findings; the secrets are secrets all the same.
  @Test(arguments: ["provider-token", "hardcoded-credential", "*"])
  func notWhenTheRuleThatKnowsItIsOff(rule: String) async throws {
    let password = "kZ8fQ2nW5tYx1LpR7vBc"
    let every = RuleCatalog.metadata.map(\.id).filter {
      $0.rawValue != "weak-hash" && $0.rawValue != "log-objc"
    }
    let off: Set<RuleID> = rule == "*" ? Set(every) : [RuleID(rawValue: rule)]
    let value = rule == "provider-token" ? Self.key : password
    let files = [
      "A.swift": "import CryptoKit\nlet apiKey = \"\(value)\"; let d = Insecure.MD5.hash(data: x)\n",
      "B.m": "static NSString *const apiKey = @\"\(value)\"; void f() { NSLog(@\"%@\", password); }\n",
    ]
    let folder = try TemporaryFolder()
    let cache = AuditCache(folder: folder.path, engine: "test")
    for _ in 0..<2 {
      let report = try await audit(files, cache: cache, without: off)
      #expect(report.findings.contains { $0.file == "A.swift" && $0.rule == "weak-hash" })
      #expect(!report.findings.contains { off.contains($0.rule) })
      // The finding of the other file is there to be read with what it quotes, too.
      #expect(!texts(report).contains(value))
    }
  }
}
