import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DependencyFileTests {
  private func text(_ path: String, _ text: String) -> TextSource {
    TextSource(path: path, bytes: Array(text.utf8))
  }

  @Test func podfile() {
    let podfile = Podfile(
      text(
        "Podfile",
        """
        # pod 'Commented'
        source 'http://specs.example.com/specs.git'
        platform :ios, '15.0'
        =begin
        pod 'AlsoCommented'
        =end
        target 'App' do
          use_frameworks!
          pod 'Plain'
          pod "Double", "~> 1.2", '>= 1.2.3'
          pod 'Multi',
            :git => 'https://example.com/m.git', # why
            :branch => 'main'
          pod('Paren', '1.0')
          pod 'New', git: 'https://example.com/n.git', tag: '1.0', configurations: ['Debug']
          pod 'Head', :head
          pod 'Computed', "~> #{version}"
          pod 'Variable', $version
          pod 'Local', path: '../Local'
          pod 'Later', '1.0' if ENV['X']
        end
        post_install do |installer|
          puts "pod 'NotAPod'"
        end
        """))
    #expect(
      podfile.pods.map(\.name) == [
        "Plain", "Double", "Multi", "Paren", "New", "Head", "Computed", "Variable", "Local", "Later",
      ])
    #expect(
      podfile.pods.map(\.requirements) == [
        [], ["~> 1.2", ">= 1.2.3"], [], ["1.0"], [], [], [], [], [], ["1.0"],
      ])
    #expect(podfile.pods[2].options == ["git": "https://example.com/m.git", "branch": "main"])
    #expect(podfile.pods[4].options["tag"] == "1.0")
    #expect(podfile.pods[5].flags == ["head"])
    #expect(
      podfile.pods.map(\.isComputed) == [false, false, false, false, false, false, true, true, false, false])
    #expect(podfile.sources.map(\.url) == ["http://specs.example.com/specs.git"])
    #expect(String(decoding: podfile.text.bytes[podfile.pods[0].range], as: UTF8.self) == "pod 'Plain'")
  }

  @Test func podfileLock() throws {
    let lock = try #require(
      LockFile(
        text(
          "Podfile.lock",
          """
          PODS:
            - Alamofire (5.4.0)
            - "Quoted/Sub (1.0.0-beta)":
              - Alamofire (~> 5.0)

          DEPENDENCIES:
            - Alamofire (~> 5.4)

          PODFILE CHECKSUM: abc
          """), kind: .podfileLock))
    #expect(lock.packages.map(\.name) == ["Alamofire", "Quoted/Sub"])
    #expect(lock.packages.map(\.version) == ["5.4.0", "1.0.0-beta"])
  }

  @Test(arguments: [
    """
    {"object": {"pins": [{"package": "A", "repositoryURL": "https://e/a", "state": {"branch": null, "revision": "r",
    "version": "1.0.0"}}]}, "version": 1}
    """,
    """
    {"pins": [{"identity": "A", "kind": "remoteSourceControl", "location": "https://e/a",
    "state": {"revision": "r", "version": "1.0.0"}}], "version": 2}
    """,
    """
    {"originHash": "x", "pins": [{"identity": "A", "kind": "remoteSourceControl", "location": "https://e/a",
    "state": {"revision": "r", "version": "1.0.0"}}], "version": 3}
    """,
  ])
  func packageResolved(_ json: String) throws {
    let lock = try #require(LockFile(text("Package.resolved", json), kind: .packageResolved))
    let package = try #require(lock.packages.first)
    #expect(lock.packages.count == 1)
    #expect(
      (package.name, package.version, package.revision, package.location) == (
        "A", "1.0.0", "r", "https://e/a"
      ))
    #expect(String(decoding: lock.text.bytes[package.range], as: UTF8.self) == "\"A\"")
  }

  @Test(arguments: ["", "{", "[]", "{\"pins\": 1}", "{\"pins\": [], \"pins\": []}"])
  func malformedPackageResolved(_ json: String) {
    #expect(LockFile(text("Package.resolved", json), kind: .packageResolved) == nil)
  }

  @Test func cartfile() throws {
    let cartfile = Cartfile(
      text(
        "Cartfile",
        """
        # comment
        github "A/B" ~> 1.0 # why
        github "C/D"
        git "https://example.com/e.git" "main"
        binary "https://example.com/f.json" == 2.0
        nonsense
        github "G/H" >= 1.0\r
        """))
    #expect(cartfile.entries.map(\.name) == ["B", "D", "e", "f.json", "H"])
    #expect(cartfile.entries.map(\.comparison) == ["~>", nil, nil, "==", ">="])
    #expect(cartfile.entries.map(\.reference) == ["1.0", nil, "main", "2.0", "1.0"])
    let lock = try #require(
      LockFile(
        text("Cartfile.resolved", "github \"A/B\" \"v1.2\"\ngithub \"C/D\" \"abc\""), kind: .cartfileResolved)
    )
    #expect(lock.packages.map(\.version) == ["v1.2", nil])
  }

  @Test func versionsAreOrdered() throws {
    let sorted = ["0.0.0", "0.9.10", "1.0.0-alpha", "1.0.0-beta", "1.0", "v1.0.1", "1.10", "2.0.0+5"]
    let versions = try sorted.map { try #require(SemanticVersion($0)) }
    #expect(versions == versions.sorted())
    #expect(versions[0].isZero && !versions[1].isZero)
    for text in ["", "main", "1..2", "1.2.3.4.5", "99999999999", "-1"] {
      #expect(SemanticVersion(text) == nil)
    }
  }

  @Test func randomTextNeverCrashes() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "pod", " ", "'", "\"", ":", "=>", ",", "\n", "#", "#{", "\\", "=begin", "=end", "(", "A", "github",
      "~>", "  - ", "PODS:", "é",
    ]
    for _ in 0..<3_000 {
      let random = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      let source = text("Podfile", random.joined())
      _ = Podfile(source)
      _ = Cartfile(source)
      _ = LockFile(source, kind: .podfileLock)
    }
  }
}
