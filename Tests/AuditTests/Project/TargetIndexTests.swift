import Testing

@testable import AuditEngine
@testable import AuditRules

/// Which targets have a file, asked by its path.
@Suite struct TargetIndexTests {
  private func target(
    _ kind: String, files: Set<String> = [], folders: [String] = [], except: Set<String> = []
  ) -> XcodeTarget {
    XcodeTarget(
      name: kind, productType: "com.apple.product-type." + kind, files: files, folders: folders,
      excludedFiles: except, scripts: [], compilerFlags: [], configurations: [])
  }

  private func index(_ targets: XcodeTarget...) -> TargetIndex {
    let project = XcodeProject(
      text: TextSource(path: "A.xcodeproj/project.pbxproj", bytes: []), folder: "", targets: targets,
      packages: [], releaseConfiguration: "Release", configurations: [], isCutShort: false,
      lacksConfiguration: false)
    return TargetIndex([project], [])
  }

  @Test func aFileOfTestsAloneIsATest() {
    let index = index(
      target("application", files: ["A/a.swift", "both.swift"]),
      target("bundle.unit-test", files: ["T/t.swift", "both.swift"]))
    #expect(index.isTest("T/t.swift"))
    #expect(!index.isTest("both.swift") && !index.isTest("A/a.swift") && !index.isTest("other.swift"))
    #expect(index.isNamedByApp("both.swift") && !index.isNamedByApp("T/t.swift"))
  }

  @Test func foldersHoldWhatLiesBelowThem() {
    let index = index(
      target("application", folders: ["App", "Shared"], except: ["Shared/t.swift"]),
      target("bundle.ui-testing", folders: ["Tests", "Shared", "App/Checks"]))
    #expect(index.isTest("Tests/a/b.swift") && index.isTest("Tests"))
    // The app leaves this one out, so that only the tests have it.
    #expect(index.isTest("Shared/t.swift"))
    #expect(!index.isTest("Shared/u.swift") && !index.isTest("App/Checks/a.swift"))
    #expect(!index.isTest("TestsOfOthers/a.swift") && !index.isTest("Test"))
    #expect(index.isNamedByApp("App/a.swift") && index.isNamedByApp("Shared/u.swift"))
    #expect(!index.isNamedByApp("Shared/t.swift") && !index.isNamedByApp("Tests/a/b.swift"))
  }

  @Test func placesAreThePathAndAllAroundIt() {
    #expect(ProjectPath.places(around: "a/b/c.swift") == ["", "a", "a/b", "a/b/c.swift"])
    #expect(ProjectPath.places(around: "c.swift") == ["", "c.swift"])
    #expect(ProjectPath.places(around: "") == [""])
    #expect(FolderSet(["a/b"]).contains("a/b/c") && FolderSet([""]).contains("x"))
    #expect(!FolderSet(["a/b"]).contains("a/bc") && !FolderSet([]).contains("x"))
  }
}
