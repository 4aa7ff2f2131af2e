import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct BillOfMaterialsTests {
  @Test func everyManagerIsRead() throws {
    let inventory = try ProjectFixture.inventory([
      "App.swift": "@main struct Shop: App {}",
      "Podfile": "pod 'Firebase/Auth', '~> 11.0'\n",
      "Podfile.lock": """
      PODS:
        - Firebase/Auth (11.0.0):
          - Firebase/CoreOnly
          - FirebaseAuth (~> 11.0.0)
        - Firebase/CoreOnly (11.0.0)
        - FirebaseAuth (11.0.0)

      DEPENDENCIES:
        - Firebase/Auth (~> 11.0)

      SPEC CHECKSUMS:
        FirebaseAuth: 7e44f4de782359e017069a0420a6bea31a4d6fb3
      """,
      "Cartfile": "github \"ReactiveX/RxSwift\" ~> 6.8\n",
      "Cartfile.resolved": "github \"ReactiveX/RxSwift\" \"6.8.0\"\n",
      "Package.swift": """
      let package = Package(
        name: "Shop", dependencies: [.package(url: "https://github.com/apple/swift-log.git", from: "1.6.0")],
        targets: [
          .binaryTarget(name: "Map", url: "https://e.com/m.zip", checksum: "\(String(repeating: "a", count: 64))")
        ])
      """,
      "Package.resolved": """
      {"pins": [
        {"identity": "swift-log", "location": "https://github.com/apple/swift-log.git",
         "state": {"revision": "abc", "version": "1.6.2"}},
        {"identity": "kit", "location": "git@github.com:me/Kit.git", "state": {"revision": "def"}}
      ], "version": 2}
      """,
      "Libraries/Radar.xcframework/Info.plist": ProjectFixture.plist(
        "<key>CFBundleShortVersionString</key><string>3.1</string>"),
    ])
    let bill = BillOfMaterials(of: inventory)
    #expect(
      bill.components.map { $0.packageURL ?? $0.name } == [
        "Map", "Radar.xcframework", "pkg:github/reactivex/rxswift@6.8.0", "pkg:cocoapods/Firebase@11.0.0",
        "pkg:cocoapods/FirebaseAuth@11.0.0", "pkg:swift/github.com/me/Kit@def",
        "pkg:swift/github.com/apple/swift-log@1.6.2",
      ])
    let byName = Dictionary(bill.components.map { ($0.name, $0) }) { first, _ in first }
    #expect(byName["Firebase"]?.needs == ["cocoapods:FirebaseAuth"])
    #expect(byName["FirebaseAuth"]?.properties["specChecksum"] == "7e44f4de782359e017069a0420a6bea31a4d6fb3")
    #expect(byName["Map"]?.archiveSHA256 == String(repeating: "a", count: 64))
    #expect(byName["Radar.xcframework"]?.version == "3.1")
    #expect(
      bill.direct == [
        "archive:Map", "bundle:Libraries/Radar.xcframework/Info.plist", "carthage:ReactiveX/RxSwift",
        "cocoapods:Firebase", "swiftpm:swift-log",
      ])
  }

  @Test func addressesWithSecretsAndStrangeNames() {
    #expect(
      PackageURL.swift("https://me:token@github.com/me/Kit", version: "1") == "pkg:swift/github.com/me/Kit@1")
    #expect(PackageURL.swift("../Kit", version: "1") == nil)
    #expect(PackageURL.cocoaPods("A B+", version: nil) == "pkg:cocoapods/A%20B%2B")
    #expect(PackageURL.github("https://git.example/a/b", version: "1") == nil)
    #expect(PackageURL.github("https://github.com/a/b.git", version: "1") == "pkg:github/a/b@1")
    // Neither is a repository of somebody called “etc” or “build”.
    #expect(PackageURL.github("file:///etc/passwd", version: "1") == nil)
    #expect(PackageURL.github("https://build/Kit.json", version: "1") == nil)
    #expect(PackageURL.github("a/..", version: "1") == nil)
    #expect(PackageURL.swift("https://github.com/../../etc", version: "1") == nil)
    for name in ["", ".", ".."] { #expect(PackageURL.cocoaPods(name, version: "1") == nil) }
  }
}
