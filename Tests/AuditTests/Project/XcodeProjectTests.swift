import OmamoriATS
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct XcodeProjectTests {
  private func project(_ pbxproj: String, _ files: [String: String] = [:]) throws -> XcodeProject {
    let all = files.merging(["App.xcodeproj/project.pbxproj": pbxproj]) { $1 }
    return try #require(try ProjectFixture.inventory(all).layout.xcodeProjects.first)
  }

  @Test func targetsHaveTheirFiles() throws {
    let project = try project(ProjectFixture.pbxproj())
    #expect(project.targets.map(\.name) == ["App", "Checks"])
    #expect(project.targets.map(\.isApp) == [true, false])
    #expect(project.targets.map(\.isTest) == [false, true])
    #expect(project.targets[0].files == ["App/a.swift"])
    #expect(project.targets[0].contains("Modern/Deep/x.swift"))
    #expect(!project.targets[0].contains("Other/x.swift"))
    #expect(project.targets[0].scripts.map(\.script) == ["echo \"hi\"\n"])
  }

  @Test func settingsOfTheTargetWin() throws {
    let project = try project(
      ProjectFixture.pbxproj(
        target:
          "NAME = target; LIST = (a, b); \"COND[sdk=iphoneos*]\" = device; \"COND[sdk=iphonesimulator*]\" = sim;",
        project: "NAME = project; ONLY = project; COND = any;"))
    let app = project.targets[0]
    #expect(project.releaseConfiguration == "Release")
    #expect(project.releaseSetting("NAME", target: app)?.value == "target")
    #expect(project.releaseSetting("NAME", target: nil)?.value == "project")
    #expect(project.releaseSetting("ONLY", target: app)?.value == "project")
    #expect(project.releaseSetting("LIST", target: app)?.value == "a b")
    #expect(project.releaseSetting("COND", target: app)?.value == "device")
    #expect(project.releaseSetting("NONE", target: app) == nil)
    #expect(project.releaseSetting("ENABLE_TESTABILITY", target: app) == nil, "only Debug has it")
    let setting = try #require(project.releaseSetting("NAME", target: app))
    #expect(String(decoding: setting.text.bytes[setting.range], as: UTF8.self).hasPrefix("NAME = target"))
  }

  @Test func configurationFilesLieBelowTheirLevel() throws {
    let project = try project(
      ProjectFixture.pbxproj(
        target: "A = target; FLAGS = \"$(inherited) MORE\";",
        project: "B = project; C = project; FLAGS = BASE;",
        base: "baseConfigurationReference = F3;"),
      [
        "Release.xcconfig": """
        #include "Shared/Common"
        #include? "missing.xcconfig"
        A = file // never seen
        B = file
        NAME = My$(SUFFIX)
        "X[config=Release]" = 1
        """,
        "Shared/Common.xcconfig": "#include \"../Release.xcconfig\"\nD = common\nB = common\nSUFFIX = App\n",
      ])
    let app = project.targets[0]
    #expect(project.releaseSetting("A", target: app)?.value == "target")
    #expect(project.releaseSetting("B", target: app)?.value == "file")
    #expect(project.releaseSetting("C", target: app)?.value == "project")
    #expect(project.releaseSetting("D", target: app)?.text.path == "Shared/Common.xcconfig")
    #expect(project.releaseValue("FLAGS", target: app) == "BASE MORE")
    #expect(project.releaseValue("NAME", target: app) == "MyApp")
  }

  @Test func referencesThatNameEachOtherEnd() throws {
    let project = try project(
      ProjectFixture.pbxproj(target: "A = \"$(B)$(B)\"; B = \"$(A)$(A)\"; C = \"x$(C)\";"))
    _ = project.releaseValue("A", target: project.targets[0])
    #expect(project.releaseValue("C", target: project.targets[0]) == "x")
  }

  @Test(.timeLimit(.minutes(1))) func referencesThatMultiplyEnd() throws {
    let many = { (name: String) in String(repeating: "$(\(name))", count: 12) }
    let chain = (0..<10).map { "S\($0) = \"\(many("S\($0 + 1)"))\";" }.joined(separator: " ")
    let project = try project(ProjectFixture.pbxproj(target: chain + " S10 = \"\"; LAST = \"$(S9)x\";"))
    #expect(project.releaseValue("S0", target: project.targets[0]) != nil)
    #expect(project.releaseValue("LAST", target: project.targets[0]) == "x")
  }

  /// A thousand targets may name one and the same phase with a thousand files.
  @Test(.timeLimit(.minutes(1))) func targetsThatShareEverythingAreBounded() throws {
    let numbers = 0..<1_000
    let text = """
      {rootObject=P;objects={P={mainGroup=G;targets=(\(numbers.map { "T\($0)" }.joined(separator: ",")));};
      G={children=(\(numbers.map { "F\($0)" }.joined(separator: ",")));};L={buildConfigurations=(C);};
      C={name=Release;buildSettings={\(numbers.map { "S\($0)=a;" }.joined())};};
      H={files=(\(numbers.map { "B\($0)" }.joined(separator: ",")));};
      \(numbers.map { "F\($0)={path=f\($0).swift;};B\($0)={fileRef=F\($0);};" }.joined())
      \(numbers.map { "T\($0)={name=T\($0);buildPhases=(H);buildConfigurationList=L;};" }.joined())};}
      """
    let folder = try TemporaryFolder()
    try folder.write("A.xcodeproj/project.pbxproj", text)
    try folder.write("f1.swift", "let one = 1\n")
    let inventory = try Discovery().inventory(at: folder.path)
    let project = try #require(inventory.layout.xcodeProjects.first)
    #expect(project.targets.count == 1_000 && project.isCutShort)
    #expect(project.targets.map(\.files.count).reduce(0, +) <= XcodeProjectReader.maximumMembers)
    #expect(project.targets.first?.files.count == 1_000)
    #expect(project.releaseValue("S7", target: project.targets.last) == "a")
    #expect(inventory.skipped.map(\.reason) == [.tooLarge])
  }

  /// The path of a group is the beginning of the paths of all its children.
  @Test func groupsWithEndlessPathsAreLeftOut() throws {
    let long = String(repeating: "a", count: 5_000)
    let project = try project(
      """
      {rootObject=P;objects={P={mainGroup=G;targets=(T);};G={children=(H,F);};H={path=\(long);children=(E);};
      E={path=e.swift;};F={path=f.swift;};T={name=T;buildPhases=(S);};S={files=(A,B);};A={fileRef=E;};B={fileRef=F;};};}
      """)
    #expect(project.targets.map(\.files) == [["f.swift"]])
  }

  /// Thousands of settings in a row, each of which names the next one twice.
  @Test(.timeLimit(.minutes(1))) func manySettingsAreFoundByTheirNames() throws {
    let settings = (0..<20_000).map { "S\($0) = \"$(S\($0 + 1)) $(S\($0 + 1))\";" }.joined(separator: " ")
    let project = try project(ProjectFixture.pbxproj(target: settings + " A = x; B = \"$(A)\";"))
    #expect(project.releaseValue("B", target: project.targets[0]) == "x")
    for number in 0..<200 { _ = project.releaseValue("S\(number)", target: project.targets[0]) }
  }

  @Test(arguments: [
    ("kind = branch; branch = main;", PackageRequirement.branch("main")),
    ("kind = revision; revision = abc;", .revision("abc")),
    ("kind = exactVersion; version = 1.2.3;", .exact("1.2.3")),
    ("kind = upToNextMajorVersion; minimumVersion = 1.0.0;", .range(from: "1.0.0")),
    ("kind = somethingNew;", .unknown),
  ])
  func packagesHaveTheirRequirement(_ text: String, _ requirement: PackageRequirement) throws {
    let reference =
      "R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = \"https://a/b\"; requirement = {\(text)}; };"
    let project = try project(ProjectFixture.pbxproj(packages: reference))
    #expect(project.packages.map(\.url) == ["https://a/b"])
    #expect(project.packages.map(\.requirement) == [requirement])
  }

  @Test func schemesNameTheArchivedConfiguration() throws {
    let folder = try TemporaryFolder()
    let pbxproj = ProjectFixture.pbxproj().replacing("name = Release;", with: "name = AppStore;")
    try folder.write("App.xcodeproj/project.pbxproj", pbxproj)
    try folder.write(
      "App.xcodeproj/xcshareddata/xcschemes/App.xcscheme",
      "<Scheme>\n<ArchiveAction\n  buildConfiguration = \"AppStore\"\n revealArchiveInOrganizer = \"YES\"></ArchiveAction></Scheme>"
    )
    let found = try Discovery().inventory(at: folder.path)
    #expect(found.layout.xcodeProjects.first?.releaseConfiguration == "AppStore")
  }

  @Test func aSchemeForTheStoreComesBeforeOthers() throws {
    let folder = try TemporaryFolder()
    let release = "name = Release;"
    let pbxproj = ProjectFixture.pbxproj().replacing(release, with: "name = \"Release-Prod\";")
    try folder.write("App.xcodeproj/project.pbxproj", pbxproj)
    for (scheme, configuration) in [("A", "Debug"), ("B", "Release-Prod")] {
      try folder.write(
        "App.xcodeproj/xcshareddata/xcschemes/\(scheme).xcscheme",
        "<Scheme><ArchiveAction buildConfiguration = \"\(configuration)\"></ArchiveAction></Scheme>")
    }
    let found = try Discovery().inventory(at: folder.path)
    #expect(found.layout.xcodeProjects.first?.releaseConfiguration == "Release-Prod")
  }

  @Test func aListThatAnAppIsBuiltWithIsNoExample() throws {
    let found = try ProjectFixture.inventory([
      "Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])",
      "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(target: "INFOPLIST_FILE = Example/Info.plist;"),
      "App/a.swift": "let a = 1", "Example/Info.plist": "<plist><dict/></plist>",
      "Example/Other.plist": "<plist><dict/></plist>",
    ])
    #expect(found.files.contains { $0.path == "Example/Info.plist" })
    #expect(!found.files.contains { $0.path == "Example/Other.plist" })
  }

  @Test func membershipTellsTestsFromApps() throws {
    let found = try ProjectFixture.inventory([
      "App.xcodeproj/project.pbxproj": ProjectFixture.pbxproj(
        target: "PRODUCT_BUNDLE_IDENTIFIER = jp.example.app; MARKETING_VERSION = 2.1;"),
      "App/a.swift": "let a = 1", "App/Checks.swift": "let b = 1", "App/free.swift": "let c = 1",
    ])
    #expect(found.files.map(\.path) == ["App.xcodeproj/project.pbxproj", "App/a.swift", "App/free.swift"])
    #expect(found.others.map(\.path) == ["App/Checks.swift"])
    #expect(found.target.bundleIdentifier == "jp.example.app")
    #expect(found.target.version == "2.1")
    #expect(found.target.isApp)
  }

  @Test func releaseConditionsAreThoseOfTheApp() throws {
    let conditions = "SWIFT_ACTIVE_COMPILATION_CONDITIONS"
    let pbxproj = ProjectFixture.pbxproj(
      target: "\(conditions) = \"$(inherited) STORE\";", project: "\(conditions) = BETA;")
    let found = try ProjectFixture.inventory(["App.xcodeproj/project.pbxproj": pbxproj])
    #expect(found.layout.releaseConditions == ["BETA", "STORE"])
    #expect(try ProjectFixture.inventory(["a.swift": "let a = 1"]).layout.releaseConditions.isEmpty)
  }

  @Test func whatNoBuildSetsIsNotCompiled() throws {
    func holds(_ condition: String, _ files: [String: String]) throws -> Bool {
      let layout = try ProjectFixture.inventory(files).layout
      let text = TextSource(path: "a.swift", bytes: Array("#if \(condition)\nstart()\n#endif".utf8))
      return !SwiftSource(text, flags: layout.compilationConditions).facts.calls("start").isEmpty
    }
    let path = "App.xcodeproj/project.pbxproj"
    let project = ProjectFixture.pbxproj(target: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = STORE;")
    #expect(try !holds("SCREENSHOTS", [path: project]))
    #expect(try holds("!SCREENSHOTS", [path: project]))
    #expect(try holds("STORE", [path: project]))
    for condition in ["COCOAPODS", "SWIFT_PACKAGE", "canImport(UIKit)", "compiler(>=6)"] {
      #expect(try holds(condition, [path: project]))
    }
    // Without an app, or where a file of settings is not in the tree, nothing is known.
    #expect(try holds("SCREENSHOTS", ["b.swift": "let a = 1"]))
    let based = ProjectFixture.pbxproj(base: "baseConfigurationReference = F3;")
    #expect(try holds("SCREENSHOTS", [path: based]))
    #expect(
      try holds("SCREENSHOTS", [path: based, "Release.xcconfig": "OTHER_SWIFT_FLAGS = -DSCREENSHOTS\n"]))
    #expect(try !holds("SCREENSHOTS", [path: based, "Release.xcconfig": "A = B\n"]))
    #expect(
      try holds("SCREENSHOTS", [path: project, "fastlane/Fastfile": "build_app(xcargs: \"SCREENSHOTS\")\n"]))
  }

  @Test func brokenProjectsAreListed() throws {
    let found = try ProjectFixture.inventory([
      "App.xcodeproj/project.pbxproj": "{ objects = ", "a.swift": "let a = 1",
    ])
    #expect(found.skipped.map(\.reason) == [.malformed])
    #expect(found.files.contains { $0.path == "a.swift" })
    #expect(
      try ProjectFixture.inventory(["App.xcodeproj/project.pbxproj": "{ a = b; }"]).layout.xcodeProjects
        .isEmpty)
  }

  @Test func mutatedProjectsNeverCrash() {
    let bytes = Array(ProjectFixture.pbxproj(target: "A = \"$(A)\";").utf8)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<400 {
      var mutated = bytes
      for _ in 0..<3 {
        let index = Int.random(in: 0..<mutated.count, using: &generator)
        mutated[index] =
          [0x7B, 0x7D, 0x28, 0x29, 0x3B, 0x22, 0x41, 0x31][Int.random(in: 0..<8, using: &generator)]
      }
      let text = TextSource(path: "A.xcodeproj/project.pbxproj", bytes: mutated)
      guard let list = try? PropertyListReader.read(mutated).root,
        var reader = XcodeProjectReader(list, text: text, source: { _ in nil })
      else {
        continue
      }
      let project = reader.project(archiveConfigurations: [])
      for target in project.targets { _ = project.releaseValue("A", target: target) }
    }
  }
}
