import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Rules about built apps: who a build is for decides what is normal in it.
@Suite struct BundleRulesTests {
  private static let debug = "<key>get-task-allow</key><true/>"
  private static let device = "<key>ProvisionedDevices</key><array><string>00008030-0</string></array>"
  private static let development =
    "<key>Entitlements</key><dict>\(debug)<key>application-identifier</key><string>T.a</string></dict>\(device)"

  private func distribution(_ app: BuiltApp) throws -> AppBundle.Distribution? {
    try AppBundle.all(in: app.facts()).first?.distribution
  }

  @Test func aGoodAppIsSilent() throws {
    var files = BuiltApp.framework("Kit", .signed())
    files["PrivacyInfo.xcprivacy"] = Array(ProjectFixture.plist("").utf8)
    files["Assets.car"] = [1]
    for isPacked in [true, false] {
      let app = BuiltApp(isPacked: isPacked, adding: files)
      #expect(try AppBundle.all(in: app.facts()).map { $0.units.count } == [2])
      for rule in RuleCatalog.bundle {
        #expect(try findings(of: type(of: rule), in: app).isEmpty, "\(type(of: rule).metadata.id)")
      }
    }
  }

  @Test func profilesAndSignaturesTellWhoABuildIsFor() throws {
    #expect(try distribution(BuiltApp()) == .everybody)
    #expect(try distribution(BuiltApp(profile: Self.device)) == .adHoc)
    #expect(try distribution(BuiltApp(profile: Self.development)) == .development)
    #expect(try distribution(BuiltApp(profile: "<key>ProvisionsAllDevices</key><true/>")) == .enterprise)
    #expect(try distribution(BuiltApp(profile: nil)) == .everybody)
    var plain = BuiltApp(profile: nil, isPacked: false)
    plain.files["App"] = MachOBuilder().bytes()
    #expect(try distribution(plain) == .unknown)
    plain.files["App"] = BuiltApp.program(.adHoc).bytes()
    #expect(try distribution(plain) == .unknown)
    plain.files["App"] = BuiltApp.program(.signed(Self.debug)).bytes()
    #expect(try distribution(plain) == .development)
    var encrypted = BuiltApp.program(nil)
    encrypted.encryption = 1
    plain.files["App"] = encrypted.bytes()
    #expect(try distribution(plain) == .everybody)
    var simulator = BuiltApp.program()
    simulator.build = (7, 0x12_0000, 0x12_0000)
    #expect(try distribution(BuiltApp(simulator)) == .simulator)
  }

  // MARK: Signatures

  @Test func aProgramWithoutASignatureIsFoundWhereItIsHandedOn() throws {
    #expect(try findings(of: BinaryUnsigned.self, in: .unsigned()).map(\.file) == ["Payload/App.app/App"])
    var plugin = BuiltApp()
    plugin.files["PlugIns/Share.appex/Info.plist"] = BuiltApp.information("XPC!", "Share")
    plugin.files["PlugIns/Share.appex/Share"] = MachOBuilder().bytes()
    plugin.files["Frameworks/libextra.dylib"] = BuiltApp.program(nil).bytes()
    #expect(
      try findings(of: BinaryUnsigned.self, in: plugin).map(\.file) == [
        "Payload/App.app/PlugIns/Share.appex/Share", "Payload/App.app/Frameworks/libextra.dylib",
      ])
    var local = BuiltApp.unsigned()
    local.files["embedded.mobileprovision"] = BuiltApp.profile(Self.development)
    #expect(try findings(of: BinaryUnsigned.self, in: local).isEmpty)
  }

  @Test(arguments: [
    (SignatureBuilder.Directory(hash: 1), true), (SignatureBuilder.Directory(version: 0x20200), true),
    (SignatureBuilder.Directory(), false), (SignatureBuilder.Directory(version: 0x20500, hash: 4), false),
  ])
  func oldFormsOfSignaturesAreFound(directory: SignatureBuilder.Directory, isOld: Bool) throws {
    var signature = SignatureBuilder.signed()
    signature.directories = [directory]
    let app = BuiltApp(BuiltApp.program(signature))
    #expect(try findings(of: BinarySignatureOutdated.self, in: app).isEmpty != isOld)
    // An old table beside a new one is there for old systems.
    signature.directories.append(SignatureBuilder.Directory())
    #expect(
      try findings(of: BinarySignatureOutdated.self, in: BuiltApp(BuiltApp.program(signature))).isEmpty)
  }

  @Test func anAdHocSignatureIsFoundWhereAnAppIsHandedOn() throws {
    let app = BuiltApp(BuiltApp.program(.adHoc))
    #expect(try findings(of: BinarySignatureOutdated.self, in: app).count == 1)
    let local = BuiltApp(BuiltApp.program(.adHoc), profile: Self.development)
    #expect(try findings(of: BinarySignatureOutdated.self, in: local).isEmpty)
  }

  @Test func debuggingIsForDevelopers() throws {
    let program = BuiltApp.program(.signed(Self.debug))
    #expect(
      try findings(of: BinaryDebuggable.self, in: BuiltApp(program, profile: Self.device)).map(\.severity)
        == [.high])
    #expect(
      try findings(of: BinaryDebuggable.self, in: BuiltApp(program, profile: Self.development)).map(
        \.severity)
        == [.info])
    let off = BuiltApp.program(.signed("<key>get-task-allow</key><false/>"))
    #expect(try findings(of: BinaryDebuggable.self, in: BuiltApp(off)).isEmpty)
    let desktop = BuiltApp.program(.signed("<key>com.apple.security.get-task-allow</key><true/>"))
    #expect(try findings(of: BinaryDebuggable.self, in: BuiltApp(desktop, profile: nil)).count == 1)
  }

  @Test func frameworksAreSignedByTheTeamOfTheApp() throws {
    func found(_ signature: SignatureBuilder?) throws -> Int {
      let app = BuiltApp(adding: BuiltApp.framework("Kit", signature))
      return try findings(of: EmbeddedFrameworkUnknown.self, in: app).count
    }
    #expect(try found(.signed()) == 0)
    #expect(try found(.signed(team: "OTHER65432")) == 1)
    #expect(try found(.adHoc) == 1)
    #expect(try found(nil) == 1)
    let development = BuiltApp(profile: Self.development, adding: BuiltApp.framework("Kit", nil))
    #expect(try findings(of: EmbeddedFrameworkUnknown.self, in: development).isEmpty)
  }

  /// An app in the tree of its project, with a framework called `Kit` that its team signed.
  private func besideItsProject(
    _ project: String, adding more: [String: String] = [:]
  ) throws -> [Confidence] {
    let app = BuiltApp(isPacked: false, adding: BuiltApp.framework("Kit", .signed()))
    var files = Dictionary(uniqueKeysWithValues: app.files.map { ("build/App.app/\($0.key)", $0.value) })
    files["App.xcodeproj/project.pbxproj"] = Array(project.utf8)
    for (path, text) in more { files[path] = Array(text.utf8) }
    let all = files.map { SourceFile(path: $0.key, contents: $0.value) }.sorted { $0.path < $1.path }
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .xcodeProject, isApp: true), layout: ProjectLayout(all),
      files: all,
      others: [], skipped: [])
    let results = all.map { FileAuditor(rules: RuleSelection(), flags: []).audit($0) }
    let facts = ProjectFacts(
      inventory: inventory, propertyLists: results.compactMap(\.propertyList),
      binaries: results.compactMap(\.machO))
    var report = ProjectReport()
    for bundle in AppBundle.all(in: facts) { EmbeddedFrameworkUnknown().check(bundle, &report) }
    #expect(report.findings.allSatisfy { $0.file == "build/App.app/Frameworks/Kit.framework/Kit" })
    return report.findings.map(\.confidence)
  }

  @Test func frameworksAreNamedByTheProjectBesideTheApp() throws {
    // Without the script that the fixture has.
    let script =
      "B3 = {isa = PBXShellScriptBuildPhase; shellScript = \(ProjectFixture.quoted("echo \"hi\"\n")); };"
    func project(_ setting: String = "", _ more: String = "") -> String {
      ProjectFixture.pbxproj(target: setting, packages: more).replacing(script, with: "")
    }
    #expect(project() != ProjectFixture.pbxproj())
    #expect(try besideItsProject(project()) == [.medium])
    #expect(try besideItsProject(project("PRODUCT_BUNDLE_IDENTIFIER = jp.example.app;")) == [.medium])
    #expect(try besideItsProject(project("PRODUCT_BUNDLE_IDENTIFIER = jp.example.other;")) == [])
    // Named as a file, as a part of a longer name, in a setting, or there.
    #expect(try besideItsProject(project("", "F9 = {isa = PBXFileReference; path = Kit.framework; };")) == [])
    #expect(try besideItsProject(project("OTHER_LDFLAGS = \"-framework Kit\";")) == [])
    #expect(try besideItsProject(project(), adding: ["Podfile": "pod 'kit-ios', '1.0'\n"]) == [])
    #expect(try besideItsProject(project(), adding: ["Vendor/Kit.xcframework/Info.plist": "<plist/>"]) == [])
    #expect(try besideItsProject(project("OTHER_LDFLAGS = \"-framework Kitten\";")) == [.medium])
    // What package managers and scripts bring may be called anything.
    #expect(try besideItsProject(project(), adding: ["Podfile": "pod 'Bear', '1.0'\n"]) == [.low])
    #expect(try besideItsProject(project(), adding: ["Cartfile": "github \"a/Bear\"\n"]) == [.low])
    #expect(try besideItsProject(ProjectFixture.pbxproj()) == [.low])
    #expect(try besideItsProject(project("PATHS = \"../Other\";")) == [.low])
  }

  @Test func whatTheSignatureGrantsIsJudgedLikeAFileOfEntitlements() throws {
    func found(_ entitlements: String) throws -> [String] {
      try findings(of: EntitlementExcessive.self, in: BuiltApp(BuiltApp.program(.signed(entitlements))))
        .map(\.snippet)
    }
    let group = "<key>keychain-access-groups</key><array><string>TEAM123456."
    #expect(try found(group + "*</string></array>") == ["keychain-access-groups"])
    #expect(try found(group + "jp.example.app</string></array>") == [])
    let library = "com.apple.security.cs.disable-library-validation"
    #expect(try found("<key>\(library)</key><true/>") == [library])
    #expect(try found("<key>\(library)</key><false/>") == [])
  }

  // MARK: Symbols

  @Test func namesOfOwnFunctionsAreFoundInWhatIsShipped() throws {
    func found(_ symbols: [MachOBuilder.Symbol], profile: String = "") throws -> [Severity] {
      var program = BuiltApp.program()
      program.symbols += symbols
      return try findings(of: BinaryDebugSymbols.self, in: BuiltApp(program, profile: profile)).map(
        \.severity)
    }
    #expect(try found([.local("_checkLicense")]) == [.low])
    #expect(try found([.debugging("_main")]) == [.low])
    #expect(try found([.local("_checkLicense")], profile: Self.development) == [.info])
    #expect(try found([.exported("_plugin_entry"), .imported("_free")]) == [])
    // The mark of the tool that strips symbols.
    #expect(try found([MachOBuilder.Symbol(name: "radr://5614542", type: 0x3C)]) == [])
    var dwarf = BuiltApp.program()
    dwarf.segments.append(MachOBuilder.Segment("__DWARF", 3, [MachOBuilder.Section("__debug_info", [1])]))
    #expect(try findings(of: BinaryDebugSymbols.self, in: BuiltApp(dwarf)).count == 1)
  }

  @Test func weakPrimitivesSpeakWhereThereIsNoSource() throws {
    func found(_ symbols: String..., source: Bool = false) throws -> [String] {
      var program = BuiltApp.program()
      program.symbols += symbols.map { .imported($0) }
      var app = BuiltApp(program)
      if source { app.files["App.swift"] = Array("let a = 1".utf8) }
      var report = ProjectReport()
      BinaryWeakCryptoImport().check(try app.facts(), &report)
      return report.findings.map(\.snippet)
    }
    #expect(try found("_CC_MD5", "_CC_SHA1_Init") == ["CC_MD5, CC_SHA1"])
    #expect(try found("_$s9CryptoKit8InsecureO3MD5VMa") == ["Insecure.MD5"])
    #expect(try found("_CC_SHA256", "_$s9CryptoKit6SHA256VMa") == [])
    #expect(try found("_CC_MD5", source: true) == [])
  }

  // MARK: Profiles and files

  @Test func profilesThatDoNotFitAreFound() throws {
    func found(_ profile: String, _ entitlements: String = "", team: String = "TEAM123456") throws -> [String]
    {
      let program = BuiltApp.program(.signed(entitlements, team: team))
      return try findings(of: ProvisioningProfileRisk.self, in: BuiltApp(program, profile: profile))
        .map(\.snippet)
    }
    func expires(_ year: String) -> String { "<key>ExpirationDate</key><date>\(year)-01-31T00:00:00Z</date>" }
    #expect(try found(expires("2020")) == ["ExpirationDate"])
    #expect(try found(expires("2999")) == [])
    #expect(try found("<key>ProvisionsAllDevices</key><true/>") == ["ProvisionsAllDevices"])
    #expect(try found("", team: "OTHER65432") == ["TeamIdentifier"])
    let many = (0..<101).map { "<string>\($0)</string>" }.joined()
    #expect(try found("<key>ProvisionedDevices</key><array>\(many)</array>") == ["ProvisionedDevices"])
    let push = "<key>aps-environment</key><string>production</string>"
    #expect(try found("<key>Entitlements</key><dict></dict>", push) == ["aps-environment"])
    #expect(try found("<key>Entitlements</key><dict>\(push)</dict>", push) == [])
  }

  @Test(arguments: [
    ("main.jsbundle.map", true), ("Kit.swiftmodule/arm64.swiftinterface", true), ("deploy.sh", true),
    ("Sources/Ledger.swift", true), ("Release.xcconfig", true), (".git/config", true),
    ("PlugIns/AppTests.xctest/AppTests", true), ("Frameworks/Kit.framework/Headers/Kit.h", true),
    ("main.jsbundle", false), ("Base.lproj/Main.storyboardc/Info.plist", false), ("world.map", false),
    ("Settings.bundle/Root.plist", false), ("index.html", false), ("_CodeSignature/CodeResources", false),
    ("Ledger.momd/Ledger.mom", false), ("help.json", false), ("Assets.car", false),
  ])
  func whatOnlyBuildingNeedsIsFound(path: String, isLeftover: Bool) throws {
    let app = BuiltApp(adding: [path: [1, 2, 3]])
    #expect(try findings(of: BundleLeftovers.self, in: app).isEmpty != isLeftover)
  }

  @Test func aFolderOfLeftoversIsOneFinding() throws {
    let app = BuiltApp(adding: [".git/config": [1], ".git/HEAD": [1], ".git/objects/ab/cd": [1]])
    let found = try findings(of: BundleLeftovers.self, in: app)
    #expect(found.count == 1 && found[0].severity == .high)
  }
}
