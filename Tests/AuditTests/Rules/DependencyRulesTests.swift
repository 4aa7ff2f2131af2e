import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DependencyUnpinnedCocoaPodsTests {
  @Test(arguments: [
    "⟦pod 'A'⟧", "⟦pod 'A', '>= 1.0'⟧", "⟦pod 'A', :head⟧", "⟦pod 'A', '> 1', '!= 2'⟧",
    "target 'App' do\n  ⟦pod 'A',\n    :git => 'https://e.com/a.git',\n    :branch => 'main'⟧\nend",
    "⟦pod 'A', git: 'https://e.com/a.git'⟧", "⟦pod 'A', :path => '/Users/me/A'⟧", "⟦pod 'A', :path => '~/A'⟧",
  ])
  func speaks(_ podfile: String) throws {
    try expect(DependencyUnpinnedCocoaPods.self, in: ["Podfile": podfile])
  }

  @Test(arguments: [
    "pod 'A', '~> 1.0'", "pod 'A', '1.2.3'", "pod 'A', '>= 1.0', '< 2.0'",
    "pod 'A', :git => 'https://e/a', :tag => '1'",
    "pod 'A', git: 'https://e/a', commit: 'abc'", "pod 'A', :path => '../A'", "# pod 'A'", "pod 'A', VERSION",
    "pod 'A', \"~> #{v}\"", "puts \"pod 'A'\"", "pod 'A', :podspec => 'A.podspec'",
  ])
  func isSilent(_ podfile: String) throws {
    try expect(DependencyUnpinnedCocoaPods.self, in: ["Podfile": podfile])
  }

  @Test func aLockLowersTheSeverity() throws {
    let files = ["Podfile": "⟦pod 'A'⟧", "Podfile.lock": "PODS:\n  - A (1.0)\n"]
    try expect(DependencyUnpinnedCocoaPods.self, in: files, severity: .low)
    try expect(DependencyUnpinnedCocoaPods.self, in: ["Podfile": "⟦pod 'A'⟧"], severity: .medium)
  }

  @Test func vendoredPodfilesAreNotOurs() throws {
    try expect(
      DependencyUnpinnedCocoaPods.self,
      in: ["Carthage/Checkouts/A/Podfile": "pod 'A'", "a.swift": "let a = 1"])
  }
}

@Suite struct DependencyUnpinnedSwiftPMTests {
  private func package(_ requirement: String) -> String {
    "let package = Package(name: \"A\", dependencies: [.package(url: \"https://e.com/b.git\", \(requirement))])"
  }

  @Test(arguments: [
    "⟦branch: \"main\"⟧", "⟦.branch(\"develop\")⟧", "⟦from: \"0.0.0\"⟧", "⟦revision: \"abcdef\"⟧",
    "⟦.revision(\"abc\")⟧",
  ])
  func speaks(_ requirement: String) throws {
    try expect(DependencyUnpinnedSwiftPM.self, in: ["Package.swift": package(requirement)])
  }

  @Test(arguments: [
    "from: \"1.0.0\"", "exact: \"1.2.3\"", ".upToNextMinor(from: \"0.1.0\")", "\"1.0.0\"..<\"2.0.0\"",
    "revision: \"abc\" // the release after it has the fix", ".upToNextMajor(from: version)",
  ])
  func isSilent(_ requirement: String) throws {
    try expect(DependencyUnpinnedSwiftPM.self, in: ["Package.swift": package(requirement + "\n")])
  }

  @Test func whatALockHoldsFastIsLow() throws {
    let lock =
      "{\"pins\": [{\"identity\": \"b\", \"location\": \"https://e.com/b\", \"state\": {\"revision\": \"abc\"}}], \"version\": 2}"
    let files = ["Package.swift": package("⟦branch: \"main\"⟧")]
    try expect(DependencyUnpinnedSwiftPM.self, in: files, severity: .medium)
    try expect(
      DependencyUnpinnedSwiftPM.self, in: files.merging(["Package.resolved": lock]) { $1 }, severity: .low)
  }

  @Test func aFullCommitIsOnlyToldOnce() throws {
    let commit = String(repeating: "0123456789", count: 4)
    try expect(
      DependencyUnpinnedSwiftPM.self,
      in: [
        "A/Package.swift": package("⟦revision: \"\(commit)\"⟧"),
        "B/Package.swift": package("revision: \"\(commit)\""),
        "C/Package.swift": package("revision: \"\(commit)\" // the release after it has the fix\n"),
      ], severity: .info)
    try expect(
      DependencyUnpinnedSwiftPM.self, in: ["A/Package.swift": package("⟦revision: \"abc\"⟧")], severity: .low)
  }

  @Test(arguments: [
    ("jp.tsukimi.calendar", "tsukimi", Severity.low), ("jp.tsukimi.calendar", "Other", .medium),
    ("jp.example.moon", "example", .medium),
  ])
  func aBranchOfTheOwnAccount(_ identifier: String, _ owner: String, _ severity: Severity) throws {
    let project = ProjectFixture.pbxproj(
      target: "PRODUCT_BUNDLE_IDENTIFIER = \(identifier);",
      packages:
        "R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = \"https://github.com/\(owner)/kit\"; ⟦requirement = {kind = branch; branch = main; }⟧; };"
    )
    try expect(
      DependencyUnpinnedSwiftPM.self, in: ["App.xcodeproj/project.pbxproj": project], severity: severity)
  }

  @Test func aRepositoryInAFolderIsNotFetched() throws {
    let package =
      "let package = Package(name: \"A\", dependencies: [.package(url: \"../Core\", branch: \"main\")])"
    try expect(DependencyUnpinnedSwiftPM.self, in: ["Package.swift": package])
  }

  @Test func xcodeReferences() throws {
    func reference(_ requirement: String) -> String {
      ProjectFixture.pbxproj(
        packages:
          "R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = \"https://e.com/b\"; \(requirement) };")
    }
    let path = "App.xcodeproj/project.pbxproj"
    try expect(
      DependencyUnpinnedSwiftPM.self,
      in: [path: reference("⟦requirement = {kind = branch; branch = main; }⟧;")],
      severity: .medium)
    try expect(
      DependencyUnpinnedSwiftPM.self,
      in: [path: reference("requirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; };")])
  }
}

@Suite struct DependencyUnpinnedCarthageTests {
  @Test(arguments: [
    "⟦github \"A/B\"⟧", "⟦github \"A/B\" >= 1.0⟧ # why", "⟦github \"A/B\" \"main\"⟧",
    "⟦git \"https://e.com/a.git\" \"0123456789abcdef\"⟧",
  ])
  func speaks(_ cartfile: String) throws {
    try expect(DependencyUnpinnedCarthage.self, in: ["Cartfile": cartfile])
  }

  @Test(arguments: [
    "github \"A/B\" ~> 1.0", "github \"A/B\" == 1.0", "github \"A/B\" \"1.2.3\"", "# github \"A/B\"",
  ])
  func isSilent(_ cartfile: String) throws {
    try expect(DependencyUnpinnedCarthage.self, in: ["Cartfile": cartfile])
  }
}

@Suite struct DependencyLockMissingTests {
  private let app = "import UIKit\n@main class A: UIResponder, UIApplicationDelegate {}"

  @Test func speaksForApps() throws {
    try expect(
      DependencyLockMissing.self, in: ["a.swift": app, "Podfile": "⟦pod 'A', '1.0'⟧\npod 'B', '1.0'"])
    try expect(DependencyLockMissing.self, in: ["a.swift": app, "Cartfile": "⟦github \"A/B\" == 1.0⟧"])
    let package =
      "let package = Package(name: \"A\", dependencies: [.package(url: \"https://e.com/b\", ⟦from: \"1.0.0\"⟧)], targets: [.executableTarget(name: \"A\")])"
    try expect(DependencyLockMissing.self, in: ["Package.swift": package])
  }

  @Test(arguments: [
    (["github \"A/A\" == 1.0", "github \"A/B\" == 1.0"], Severity.low),
    (["github \"A/A\" ~> 1.0"], .low), (["github \"A/A\" ~> 1.0", "github \"A/B\" ~> 2.0"], .medium),
  ])
  func whatCanMoveDecides(_ entries: [String], _ severity: Severity) throws {
    var report = ProjectReport()
    let files = ["a.swift": app, "Cartfile": entries.joined(separator: "\n")]
    DependencyLockMissing().check(try ProjectFixture.facts(files), &report)
    #expect(report.findings.map(\.severity) == [severity])
  }

  @Test func aLibraryWithAToolIsDoubtful() throws {
    let package =
      "let package = Package(name: \"A\", products: [.library(name: \"A\", targets: [\"A\"])], dependencies: [.package(url: \"https://e.com/b\", from: \"1.0.0\")], targets: [.target(name: \"A\"), .executableTarget(name: \"tool\")])"
    var report = ProjectReport()
    DependencyLockMissing().check(try ProjectFixture.facts(["Package.swift": package]), &report)
    #expect(report.findings.map(\.confidence) == [.low])
  }

  @Test func aToolBesideALibraryIsDoubtful() throws {
    let library =
      "let package = Package(name: \"A\", products: [.library(name: \"A\", targets: [\"A\"])], targets: [.target(name: \"A\")])"
    let tool =
      "let package = Package(name: \"B\", dependencies: [.package(url: \"https://e.com/b\", from: \"1.0.0\")], targets: [.executableTarget(name: \"B\")])"
    func confidences(_ files: [String: String]) throws -> [Confidence] {
      var report = ProjectReport()
      DependencyLockMissing().check(try ProjectFixture.facts(files), &report)
      return report.findings.map(\.confidence)
    }
    #expect(try confidences(["Package.swift": library, "Tool/Package.swift": tool]) == [.low])
    #expect(try confidences(["Tool/Package.swift": tool]) == [.high])
    #expect(try confidences(["Package.swift": library, "BuildTools/lint/Package.swift": tool]) == [.low])
    // What serves users is released like an app.
    #expect(try confidences(["Package.swift": library, "Server/Package.swift": tool]) == [.high])
  }

  @Test func speaksWhenTheLockIsIgnored() throws {
    try expect(
      DependencyLockMissing.self,
      in: [
        "a.swift": app, "Podfile": "pod 'A'", ".gitignore": "build/\n⟦/Podfile.lock⟧\n",
        "Podfile.lock": "PODS:\n",
      ])
  }

  @Test func isSilent() throws {
    try expect(
      DependencyLockMissing.self,
      in: ["a.swift": app, "Podfile": "pod 'A'", "Podfile.lock": "PODS:\n  - A (1.0)\n"])
    try expect(DependencyLockMissing.self, in: ["Podfile": "pod 'A'"])
    let library =
      "let package = Package(name: \"A\", dependencies: [.package(url: \"https://e.com/b\", from: \"1.0.0\")], targets: [.target(name: \"A\")])"
    try expect(DependencyLockMissing.self, in: ["Package.swift": library])
    try expect(DependencyLockMissing.self, in: ["a.swift": app, "Podfile": "use_frameworks!"])
    try expect(
      DependencyLockMissing.self,
      in: [
        "a.swift": app, "Podfile": "pod 'A'", "Podfile.lock": "PODS:\n",
        ".gitignore": "Podfile.lock\n!Podfile.lock",
      ])
  }

  @Test func aLockOfXcodeLiesInTheProjectOrWorkspace() throws {
    let reference =
      "R1 = {isa = XCRemoteSwiftPackageReference; repositoryURL = \"https://e.com/b\"; ⟦requirement = {kind = exactVersion; version = 1.0.0; }⟧; };"
    let project = ProjectFixture.pbxproj(packages: reference)
    let silent = project.replacing("⟦", with: "").replacing("⟧", with: "")
    try expect(DependencyLockMissing.self, in: ["App/App.xcodeproj/project.pbxproj": project])
    for place in ["App/App.xcodeproj/project.xcworkspace", "App.xcworkspace"] {
      try expect(
        DependencyLockMissing.self,
        in: [
          "App/App.xcodeproj/project.pbxproj": silent,
          place + "/xcshareddata/swiftpm/Package.resolved": "{\"pins\": [], \"version\": 2}",
        ])
    }
  }

  @Test func locksAreEvidence() throws {
    var report = ProjectReport()
    DependencyLockMissing().check(try ProjectFixture.facts(["Podfile.lock": "PODS:\n  - A (1.0)\n"]), &report)
    #expect(report.evidence.map(\.kind) == [.dependenciesLocked])
  }
}

@Suite struct DependencyInsecureSourceTests {
  @Test(arguments: [
    ("Podfile", "source ⟦'http://e.com/specs.git'⟧"),
    ("Podfile", "⟦pod 'A', :git => 'git://e.com/a.git', :tag => '1'⟧"),
    ("Cartfile", "⟦binary \"http://e.com/a.json\" == 1.0⟧"),
    ("Cartfile", "⟦git \"git://e.com/a.git\" \"1.0\"⟧"),
    (
      "Package.swift",
      "let package = Package(name: \"A\", dependencies: [.package(url: ⟦\"http://e.com/b.git\"⟧, from: \"1.0.0\")])"
    ),
    (
      "Package.swift",
      "let package = Package(name: \"A\", targets: [⟦.binaryTarget(name: \"B\", url: \"http://e.com/b.zip\", checksum: \"a\")⟧])"
    ),
    ("Podfile", "⟦pod 'A', :git => 'https://user:s3cr3t-t0ken@e.com/a.git', :tag => '1'⟧"),
  ])
  func speaks(_ path: String, _ text: String) throws {
    try expect(DependencyInsecureSource.self, in: [path: text], severity: .high)
  }

  @Test(arguments: [
    ("Podfile", "source 'https://cdn.cocoapods.org/'"),
    ("Podfile", "pod 'A', :git => 'git@e.com:a.git', :tag => '1'"),
    ("Cartfile", "git \"ssh://git@e.com/a.git\" \"1.0\""), ("Cartfile", "github \"A/B\" == 1.0"),
    (
      "Package.swift",
      "let package = Package(name: \"A\", dependencies: [.package(url: \"https://git@e.com/b.git\", from: \"1.0.0\")])"
    ),
    ("Podfile", "source 'http://localhost:8080/specs'"), ("Podfile", "# source 'http://e.com'"),
  ])
  func isSilent(_ path: String, _ text: String) throws {
    try expect(DependencyInsecureSource.self, in: [path: text])
  }

  @Test func credentialsAreNeverShown() throws {
    let text = "pod 'A', :git => 'https://user:s3cr3t-t0ken@e.com/a.git', :tag => '1'"
    var report = ProjectReport()
    DependencyInsecureSource().check(try ProjectFixture.facts(["Podfile": text]), &report)
    #expect(report.findings.count == 1)
    for finding in report.findings {
      #expect(!"\(finding)".contains("s3cr3t"))
      #expect(finding.snippet.contains("https://…@e.com/a.git"))
    }
  }
}
