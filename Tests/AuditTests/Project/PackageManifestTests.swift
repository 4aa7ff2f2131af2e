import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PackageManifestTests {
  private static let text = """
    // swift-tools-version: 6.0
    import PackageDescription
    let version: Version = "2.0.0"
    let package = Package(
      name: "Tool",
      products: [.library(name: "Kit", targets: ["Kit"]), .executable(name: "tool", targets: ["Tool"])],
      dependencies: [
        .package(url: "https://example.com/a.git", from: "1.0.0"),
        .package(url: "https://example.com/b", exact: "1.2.3"),
        .package(url: "https://example.com/c", branch: "main"),
        .package(url: "https://example.com/d", .upToNextMinor(from: "1.1.0")),
        .package(url: "https://example.com/e", .branch("develop")),
        .package(url: "https://example.com/f", "1.0.0"..<"2.0.0"),
        // needs the fix that is not released yet
        .package(url: "https://example.com/g", revision: "abc"),
        .package(path: "../Local"),
        .package(name: "H", url: "git://example.com/h", .revision("def")),
      ],
      targets: [
        .target(name: "Kit", dependencies: [.target(name: "Other"), "B"]),
        .target(name: "Other", path: "Elsewhere/Other"),
        .executableTarget(name: "Tool"),
        .testTarget(name: "KitTests", dependencies: ["Kit"], path: "Checks"),
        .plugin(name: "Gen", capability: .buildTool()),
        .binaryTarget(name: "Bin", url: "https://example.com/bin.zip", checksum: "aa"),
      ]
    )
    """

  @Test func dependenciesHaveTheirRequirement() {
    let manifest = PackageManifest(TextSource(path: "Sub/Package.swift", bytes: Array(Self.text.utf8)))
    #expect(
      manifest.dependencies.map(\.requirement) == [
        .range(from: "1.0.0"), .exact("1.2.3"), .branch("main"), .range(from: "1.1.0"), .branch("develop"),
        .range(from: "1.0.0"), .revision("abc"), .local, .revision("def"),
      ])
    #expect(manifest.dependencies[6].isExplained)
    #expect(!manifest.dependencies[8].isExplained)
    let branch = manifest.dependencies[2]
    #expect(String(decoding: manifest.text.bytes[branch.range], as: UTF8.self) == "branch: \"main\"")
    #expect(manifest.hasExecutable)
  }

  @Test func targetsHaveTheirFolders() {
    let manifest = PackageManifest(TextSource(path: "Sub/Package.swift", bytes: Array(Self.text.utf8)))
    #expect(manifest.targets.map(\.name) == ["Kit", "Other", "Tool", "KitTests", "Gen", "Bin"])
    #expect(
      manifest.targets.prefix(5).map(\.folder) == [
        "Sub/Sources/Kit", "Sub/Elsewhere/Other", "Sub/Sources/Tool", "Sub/Checks", "Sub/Plugins/Gen",
      ])
    #expect(manifest.targets.last?.checksum == "aa")
  }

  @Test func manifestsTellContexts() throws {
    let found = try ProjectFixture.inventory([
      "Package.swift": Self.text.replacing("path: \"../Local\"", with: "path: \"Local\""),
      "Sources/Kit/a.swift": "let a = 1", "Checks/b.swift": "let b = 1", "Plugins/Gen/c.swift": "let c = 1",
      "Sample/Package.swift": "let package = Package(name: \"S\", dependencies: [.package(path: \"..\")])",
      "Sample/Sources/d.swift": "let d = 1",
    ])
    #expect(found.files.map(\.path) == ["Package.swift", "Sources/Kit/a.swift"])
    #expect(found.excluded == [.test: 1, .script: 1, .example: 2])
    #expect(found.target.kind == .swiftPackage)
    #expect(found.target.isApp)
  }

  @Test func otherPeoplesPackagesAreKnownByTheirLicence() throws {
    let found = try ProjectFixture.inventory([
      "LICENSE": "ours", "App/a.swift": "let a = 1",
      "Libs/Theirs/LICENSE": "theirs", "Libs/Theirs/Theirs.podspec": "x", "Libs/Theirs/b.swift": "let b = 1",
      "Libs/Ours/LICENSE": "ours\n", "Libs/Ours/Package.swift": "let package = Package(name: \"O\")",
      "Libs/Ours/c.swift": "let c = 1",
    ])
    #expect(found.files(.swift).map(\.path) == ["App/a.swift", "Libs/Ours/c.swift"])
    #expect(found.excluded == [.vendor: 3])
  }
}
