import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

private let app = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}"

@Suite struct DependencyLockDriftTests {
  @Test func aPodThatTheLockDoesNotName() throws {
    try expect(
      DependencyLockDrift.self,
      in: [
        "Podfile": "pod 'A', '~> 1.0'\n⟦pod 'B'⟧\n",
        "Podfile.lock": "PODS:\n  - A (1.2)\n\nDEPENDENCIES:\n  - A (~> 1.0)\n",
      ], severity: .medium)
  }

  @Test(arguments: ["~> 5.9", "5.9.1", "< 5", ">= 5.0"]) func aVersionThatDoesNotFit(_ asked: String) throws {
    let locked = asked == "< 5" ? "5.0" : "4.9.1"
    try expect(
      DependencyLockDrift.self,
      in: ["Podfile": "⟦pod 'A', '\(asked)'⟧", "Podfile.lock": "PODS:\n  - \"A\" (\(locked))\n"])
  }

  @Test func aPodfileThatWasChangedAfterwards() throws {
    let lock = "PODS:\n  - A (1.2)\n\n⟦PODFILE CHECKSUM: 0123456789012345678901234567890123456789⟧\n"
    try expect(DependencyLockDrift.self, in: ["Podfile": "pod 'A', '~> 1.0'", "Podfile.lock": lock])
  }

  /// The checksum is that of `pod 'A', VERSION`: whatever the Podfile computes, the lock was written from it.
  @Test func aLockThatWasWrittenFromThisPodfile() throws {
    let lock = "PODS:\n  - A (1.2)\n\nPODFILE CHECKSUM: cc5ec79d4df1fcf7ddb5d3d8ae3d6c8e6fd5b0a8\n"
    let podfile = "pod 'A', VERSION\n"
    let facts = try ProjectFixture.facts(["Podfile": podfile, "Podfile.lock": lock])
    var report = ProjectReport()
    DependencyLockDrift().check(facts, &report)
    #expect(report.findings.count == 1)
    let sound = lock.replacing(
      "cc5ec79d4df1fcf7ddb5d3d8ae3d6c8e6fd5b0a8", with: "ca68a8a72d3404d67de153411d337dca8004b4ca")
    try expect(DependencyLockDrift.self, in: ["Podfile": podfile, "Podfile.lock": sound])
  }

  @Test func carthage() throws {
    try expect(
      DependencyLockDrift.self,
      in: [
        "Cartfile": "⟦github \"A/A\" ~> 2.0⟧\n⟦github \"B/B\" == 1.0⟧\n",
        "Cartfile.resolved": "github \"A/A\" \"1.9.0\"\n",
      ])
    try expect(
      DependencyLockDrift.self,
      in: ["Cartfile": "github \"A/A\" ~> 2.0.0", "Cartfile.resolved": "github \"A/A\" \"2.4.0\"\n"])
  }

  @Test(arguments: [
    ("exact: \"1.2.0\"", "1.2.1", true), ("from: \"1.2.0\"", "1.1.9", true),
    ("from: \"1.2.0\"", "1.9.0", false),
    ("exact: \"1.2.0\"", "1.2.0", false), ("branch: \"main\"", "1.0.0", false),
  ])
  func swiftPackages(_ requirement: String, _ version: String, _ drifts: Bool) throws {
    let marked = drifts ? "⟦\(requirement)⟧" : requirement
    try expect(
      DependencyLockDrift.self,
      in: [
        "Package.swift":
          "let p = Package(name: \"A\", dependencies: [.package(url: \"https://e.com/b.git\", \(marked))])",
        "Package.resolved":
          """
        {"pins": [{"identity": "b", "location": "https://e.com/b.git",
          "state": {"version": "\(version)"}}], "version": 2}
        """,
      ])
  }
}

@Suite struct LocksInUseTests {
  private let weak = """
    {"pins": [{"identity": "zipfoundation", "location": "https://e.com/ZIPFoundation.git",
      "state": {"version": "0.9.15"}}], "version": 2}
    """
  private let project = "App/App.xcodeproj/project.pbxproj"
  private let ofProject = "App/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  private let ofWorkspace = "All.xcworkspace/xcshareddata/swiftpm/Package.resolved"

  /// The lock files that a build reads.
  private func used(_ locks: String..., with others: [String: String] = [:]) throws -> [String] {
    var files = others
    files["App/App.xcodeproj/project.pbxproj"] = ProjectFixture.pbxproj()
    for lock in locks { files[lock] = weak }
    return try ProjectFixture.facts(files).inventory.layout.usedLocks.map(\.text.path)
  }

  private func package(_ target: String, _ dependencies: String = "") -> String {
    "let p = Package(name: \"K\", dependencies: [\(dependencies)], targets: [.\(target)(name: \"K\")])"
  }

  @Test func theWorkspaceDecides() throws {
    #expect(try used(ofProject) == [ofProject])
    #expect(try used(ofProject, ofWorkspace) == [ofWorkspace])
    func list(_ project: String) -> [String: String] {
      [
        "All.xcworkspace/contents.xcworkspacedata":
          "<Workspace><FileRef location = \"group:\(project)\"></FileRef></Workspace>"
      ]
    }
    #expect(try used(ofProject, ofWorkspace, with: list("App/App.xcodeproj")) == [ofWorkspace])
    #expect(try used(ofProject, ofWorkspace, with: list("Tool/Tool.xcodeproj")).count == 2)
  }

  @Test func localPackagesAreResolvedWithTheApp() throws {
    let kit = "App/Kit/Package.resolved"
    #expect(try used(ofProject, kit, with: ["App/Kit/Package.swift": package("target")]) == [ofProject])
    #expect(try used(kit, with: ["App/Kit/Package.swift": package("target")]) == [kit])
    #expect(try used(ofProject, "App/.swiftpm/configuration/Package.resolved") == [ofProject])
    // What is built alone has a lock file of its own.
    let server = try used(
      ofProject, "App/Server/Package.resolved",
      with: ["App/Server/Package.swift": package("executableTarget")])
    #expect(server.count == 2)
    #expect(try used(ofProject, "Server/Package.resolved").count == 2)
    #expect(try used(ofProject, "Podfile.lock").count == 2)
  }

  @Test func rulesReadThem() throws {
    let files = [
      "a.swift": app, project: ProjectFixture.pbxproj(), ofProject: weak.replacing("0.9.15", with: "0.9.19"),
      "App/Kit/Package.resolved": weak, "App/Kit/Package.swift": package("target"),
    ]
    try expect(DependencyKnownVulnerable.self, in: files)
    var report = ProjectReport()
    SBOMInventory().check(try ProjectFixture.facts(files), &report)
    #expect(report.findings.map(\.file) == [ofProject])
  }
}

@Suite struct DependencyKnownVulnerableTests {
  @Test func theWorstDecidesAndOneUpdateIsNamed() throws {
    let lock = "PODS:\n  - Alamofire (5.10.2)\n  - swift-nio (2.41.0)\n"
    let facts = try ProjectFixture.facts(["App.swift": app, "Podfile.lock": lock])
    var report = ProjectReport()
    DependencyKnownVulnerable().check(facts, &report)
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1 && finding.severity == .high && finding.region.startLine == 3)
    for part in ["CVE-2026-28970", "CVE-2026-28980", "CVE-2026-43671", "2.100.0", Advisories.date] {
      #expect(finding.message.english.contains(part))
    }
  }

  @Test(arguments: [
    ("ZIPFoundation", "0.9.17", true), ("ZIPFoundation", "0.9.18", false), ("SSZipArchive", "2.5.3", true),
    ("swift-nio-extras", "1.10.3", true), ("swift-nio-extras", "1.34.1", false),
    ("swift-crypto", "3.9.0", false),
    ("swift-crypto", "4.3.0", true), ("Sparkle", "2.9.2", false), ("swift-nio-ssl", "1.9.9", false),
    ("SSZipArchiveExtra", "1.0.0", false),
  ])
  func ranges(_ name: String, _ version: String, _ isWeak: Bool) throws {
    let found = Advisories.concerning(PackageIdentity(name), try #require(SemanticVersion(version)))
    #expect(found.isEmpty != isWeak)
  }

  @Test func everyRangeIsReadAndNoneIsUpsideDown() {
    for advisory in Advisories.all {
      #expect(!advisory.summary.japanese.isEmpty && advisory.id.contains("-"))
      for range in advisory.ranges {
        #expect(range.fixed != nil && (range.fromText == nil) == (range.from == nil), "\(advisory.id)")
        if let from = range.from, let fixed = range.fixed { #expect(from < fixed, "\(advisory.id)") }
      }
    }
  }
}

@Suite struct DependencyAgeTests {
  @Test(arguments: ["AFNetworking (4.0.1)", "AppCenter/Core (5.0.0)", "FirebaseDynamicLinks (11.0.0)"])
  func ended(_ pod: String) throws {
    try expect(DependencyEndOfLife.self, in: ["Podfile.lock": "PODS:\n  ⟦- \(pod)⟧\n"], severity: .low)
  }

  @Test(arguments: ["Alamofire (5.0.0)", "swift-nio (2.1.0)", "AFNetworkingX (1.0)"])
  func maintained(_ pod: String) throws {
    try expect(DependencyEndOfLife.self, in: ["Podfile.lock": "PODS:\n  - \(pod)\n"])
  }

  @Test(arguments: [
    "OpenSSL-Universal (1.1.1900)", "OpenSSL-Universal (1.0.2.20)", "OpenSSL-Universal (3.3.2000)",
    "OLMKit (3.2.15)",
  ])
  func cryptography(_ pod: String) throws {
    try expect(DeprecatedCryptoLibrary.self, in: ["Podfile.lock": "PODS:\n  ⟦- \(pod)⟧\n"], severity: .medium)
  }

  @Test func aCopyOfOpenSSL() throws {
    let header = "/* x */\n⟦# define OPENSSL_VERSION_TEXT    \"OpenSSL 1.0.2k  26 Jan 2017\"⟧\n"
    try expect(DeprecatedCryptoLibrary.self, in: ["Pods/openssl/include/opensslv.h": header, "a.swift": app])
    let maintained = "# define OPENSSL_VERSION_STR \"3.5.1\"\n"
    try expect(DeprecatedCryptoLibrary.self, in: ["openssl/opensslv.h": maintained, "a.swift": app])
    try expect(DeprecatedCryptoLibrary.self, in: ["Podfile.lock": "PODS:\n  - OpenSSL-Universal (3.6.0)\n"])
  }
}

@Suite struct DependencyOriginTests {
  @Test(arguments: [
    "https://github.com/somebody/Alamofire.git", "git@github.com:somebody/Alamofire.git",
    "https://gitlab.com/me/SnapKit",
  ])
  func copies(_ address: String) throws {
    try expect(
      DependencyPersonalFork.self, in: ["Podfile": "⟦pod 'X', :git => '\(address)', :tag => '1'⟧"],
      severity: .low)
  }

  @Test(arguments: [
    "https://github.com/Alamofire/Alamofire.git", "https://github.com/swiftlang/swift-syntax",
    "https://git.company.example/mirror/Alamofire.git", "https://github.com/me/MyOwnKit.git", "../Alamofire",
    "git@git.company.example:mirror/Alamofire.git",
  ])
  func originals(_ address: String) throws {
    try expect(DependencyPersonalFork.self, in: ["Podfile": "pod 'X', :git => '\(address)', :tag => '1'"])
  }

  @Test func twoManagers() throws {
    let resolved = "github \"Alamofire/Alamofire\" \"5.8.0\"\n"
    try expect(
      DependencyDuplicate.self,
      in: [
        "Cartfile.resolved": resolved,
        "Podfile.lock": "PODS:\n  ⟦- Alamofire (5.9.1)⟧\n  - Alamofire/Core (5.9.1)\n",
      ])
    try expect(
      DependencyDuplicate.self,
      in: ["Cartfile.resolved": resolved, "b/Cartfile.resolved": resolved, "a.swift": app])
  }

  @Test func sharedComponentsOfTwoLockFilesAreOneFinding() throws {
    let resolved = "github \"Alamofire/Alamofire\" \"5.8.0\"\ngithub \"SnapKit/SnapKit\" \"5.7.0\"\n"
    try expect(
      DependencyDuplicate.self,
      in: [
        "Cartfile.resolved": resolved,
        "Podfile.lock": "PODS:\n  ⟦- Alamofire (5.9.1)⟧\n  - SnapKit (5.7.1)\n",
      ])
  }

  @Test func separateBuildsMayUseTheSameComponent() throws {
    let pods = "PODS:\n  - Alamofire (5.9.1)\n"
    let pins = """
      {"pins": [{"identity": "alamofire", "location": "https://e.com/alamofire",
        "state": {"revision": "abc", "version": "5.8.0"}}], "version": 2}
      """
    let manifest = "let package = Package(name: \"A\")"
    for resolved in [
      "Package.resolved", "Demo/D.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved",
    ] {
      try expect(
        DependencyDuplicate.self,
        in: ["Podfile.lock": pods, resolved: pins, "Package.swift": manifest, "a.swift": app])
    }
    let workspace = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"
    try expect(
      DependencyDuplicate.self,
      in: ["Podfile.lock": pods, workspace: pins.replacing("\"alamofire\"", with: "⟦\"alamofire\"⟧")])
  }
}

@Suite struct DependencyBinaryUnverifiedTests {
  private func package(_ target: String) -> String {
    "let package = Package(name: \"A\", targets: [\(target)])"
  }

  @Test(arguments: [
    "⟦.binaryTarget(name: \"M\", url: \"https://e.com/m.zip\")⟧",
    "⟦.binaryTarget(name: \"M\", url: \"https://e.com/m.zip\", checksum: \"\")⟧",
    "⟦.binaryTarget(name: \"M\", url: \"https://e.com/m.zip\", checksum: \"0123\")⟧",
  ])
  func speaks(_ target: String) throws {
    try expect(DependencyBinaryUnverified.self, in: ["Package.swift": package(target)])
  }

  @Test(arguments: [
    ".binaryTarget(name: \"M\", path: \"M.xcframework\")",
    ".binaryTarget(name: \"M\", url: \"https://e.com/m.zip\", checksum: sums[\"M\"]!)",
    ".binaryTarget(name: \"M\", url: \"https://e.com/m.zip\", checksum: "
      + "\"6d7f9a0c2b0e4a1f8c5d3e2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7\")",
  ])
  func isSilent(_ target: String) throws {
    try expect(DependencyBinaryUnverified.self, in: ["Package.swift": package(target)])
  }

  @Test func committedFrameworks() throws {
    let list = ProjectFixture.plist("<key>CFBundleName</key><string>M</string>")
    func findings(_ files: [String: String]) throws -> [Finding] {
      let facts = try ProjectFixture.facts(files.merging(["App.swift": app]) { $1 })
      var report = ProjectReport()
      DependencyBinaryUnverified().check(facts, &report)
      return report.findings
    }
    let bare = ["Libraries/M.xcframework/Info.plist": list, "Libraries/M.xcframework/a/M.framework/M": "x"]
    let found = try findings(bare)
    #expect(found.map(\.file) == ["Libraries/M.xcframework/Info.plist"])
    #expect(found.first?.snippet == "M.xcframework")
    #expect(try findings(["Pods/M.xcframework/Info.plist": list]).isEmpty)
    let signed = bare.merging(["Libraries/M.xcframework/_CodeSignature/CodeResources": "x"]) { $1 }
    #expect(try findings(signed).isEmpty)
    let version = ProjectFixture.plist("<key>CFBundleShortVersionString</key><string>1.2</string>")
    #expect(try findings(["Libraries/M.framework/Info.plist": version]).isEmpty)
    for folder in ["test/Inputs", "AppTests", "Fixtures/sdk.sdk/System", "TestInputs"] {
      #expect(
        try findings([folder + "/M.framework/M": "x", folder + "/M.framework/Info.plist": list]).isEmpty)
    }
    #expect(try findings(["Libraries/M.framework/M": "x"]).count == 1)
    #expect(try findings(["Libraries/M.xcframework/ios-arm64/libM.a": "x"]).count == 1)
    // The executable may be called otherwise than its framework.
    #expect(try findings(["Libraries/M.framework/M-core": "!<arch>\nx"]).count == 1)
    #expect(try findings(["Libraries/M.xcframework/a/M.framework/read.me": "!<arch>\nx"]).count == 1)
    #expect(try findings(["Libraries/M.framework/M-core": "text"]).isEmpty)
    // Headers can be read.
    #expect(
      try findings([
        "Libraries/M.framework/Headers/M.h": "int m(void);",
        "Libraries/M.framework/Modules/module.modulemap": "module M {}",
      ]).isEmpty)
  }
}

@Suite struct BuildScriptUnsandboxedTests {
  private let path = "App.xcodeproj/project.pbxproj"

  @Test func speaks() throws {
    let project = ProjectFixture.pbxproj(target: "⟦ENABLE_USER_SCRIPT_SANDBOXING = NO⟧;")
    try expect(BuildScriptUnsandboxed.self, in: [path: project], severity: .info)
  }

  @Test func whatOnlyLooksAtSourcesShipsNothing() throws {
    func project(_ script: String, _ setting: String) -> String {
      ProjectFixture.pbxproj(target: setting, script: script)
    }
    try expect(
      BuildScriptUnsandboxed.self,
      in: [path: project("swiftlint --strict\n", "ENABLE_USER_SCRIPT_SANDBOXING = NO;")])
    try expect(
      BuildScriptUnsandboxed.self,
      in: [
        path: project(
          "swiftlint; cp a \"$BUILT_PRODUCTS_DIR\"\n", "⟦ENABLE_USER_SCRIPT_SANDBOXING = NO⟧;")
      ])
  }

  @Test(arguments: ["ENABLE_USER_SCRIPT_SANDBOXING = YES;", ""]) func isSilent(_ setting: String) throws {
    try expect(BuildScriptUnsandboxed.self, in: [path: ProjectFixture.pbxproj(target: setting)])
  }
}
