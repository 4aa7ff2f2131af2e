import Foundation
import OmamoriCore
import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct DiscoveryTests {
  private func inventory(
    _ folder: TemporaryFolder, _ options: DiscoveryOptions = DiscoveryOptions()
  ) throws -> Inventory {
    try Discovery(options: options).inventory(at: folder.path)
  }

  @Test func findsFilesOfManyKinds() throws {
    let folder = try TemporaryFolder()
    let kinds: [(String, FileKind)] = [
      ("App/A.swift", .swift), ("App/A.m", .objectiveC), ("App/A.mm", .cPlusPlus), ("App/A.h", .header),
      ("App/a.c", .c), ("App/Info.plist", .infoPlist), ("App/App-Info.plist", .infoPlist),
      ("App/GoogleService-Info.plist", .propertyList), ("App/Other.plist", .propertyList),
      ("App/App.entitlements", .entitlements), ("App/PrivacyInfo.xcprivacy", .privacyManifest),
      ("App/Main.storyboard", .interfaceBuilder), ("App/View.xib", .interfaceBuilder),
      ("App.xcodeproj/project.pbxproj", .xcodeProject), ("Release.xcconfig", .buildConfiguration),
      ("Podfile", .podfile), ("Podfile.lock", .podfileLock), ("Package.swift", .packageManifest),
      ("Package@swift-5.9.swift", .packageManifest), ("Package.resolved", .packageResolved),
      ("Cartfile", .cartfile), ("Cartfile.resolved", .cartfileResolved), (".env", .environment),
      ("App/config.json", .json), ("a.yml", .yaml), ("App/page.html", .html),
      ("App/en.lproj/Localizable.strings", .strings), (".gitignore", .ignoreRules),
      ("App/server.pem", .certificateOrKey), ("App/profile.mobileprovision", .provisioningProfile),
      ("App/photo.png", .other),
    ]
    for (name, _) in kinds { try folder.write(name, "x") }
    try folder.write("App/tool", bytes: [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1])
    try folder.write("App/deploy-key", "-----BEGIN PRIVATE KEY-----\n")
    let found = try inventory(folder)
    let byPath = Dictionary(uniqueKeysWithValues: (found.files + found.others).map { ($0.path, $0.kind) })
    for (name, kind) in kinds { #expect(byPath[name] == kind, "\(name)") }
    #expect(byPath["App/tool"] == .machO)
    #expect(byPath["App/deploy-key"] == .certificateOrKey)
    #expect(found.skipped.map(\.file) == ["App.xcodeproj/project.pbxproj", "Package.resolved"])
    #expect(
      found.files.map(\.path) == found.files.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    )
    #expect(found.target.kind == .xcodeProject)
    #expect(found.inputs.isSuperset(of: [.swift, .objectiveC, .infoPlist, .project, .dependencies, .binary]))
  }

  @Test func hiddenFoldersOfToolsAreNotEntered() throws {
    let folder = try TemporaryFolder()
    try folder.write(".git/config", "x")
    try folder.write(".svn/a.swift", "x")
    try folder.write(".github/workflows/ci.yml", "on: push")
    let found = try inventory(folder)
    #expect((found.files + found.others).map(\.path) == [".github/workflows/ci.yml"])
  }

  @Test func linksAreNeverFollowed() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret.swift", "let a = 1")
    let folder = try TemporaryFolder()
    try folder.write("Real/a.swift", "let a = 1")
    try folder.link("Inside", to: "Real")
    try folder.link("inside.swift", to: "Real/a.swift")
    try folder.link("Real/loop", to: "..")
    try folder.link("circle1", to: "circle2")
    try folder.link("circle2", to: "circle1")
    try folder.link("gone", to: "nowhere")
    try folder.link("out", to: outside.path)
    try folder.link("etc", to: "/etc/passwd")
    let found = try inventory(folder)
    #expect(found.files.map(\.path) == ["Real/a.swift"])
    #expect(found.skipped.map(\.file) == ["circle1", "circle2", "etc", "gone", "out"])
    #expect(found.skipped.allSatisfy { $0.reason == .link })
  }

  @Test func linkGivenAsPathIsFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("Real/a.swift", "let a = 1")
    try folder.link("Link", to: "Real")
    let found = try Discovery().inventory(at: folder.path + "/Link/")
    #expect(found.files.map(\.path) == ["a.swift"])
  }

  @Test func pipesAndSocketsAreListedNotOpened() throws {
    let folder = try TemporaryFolder()
    let made = unsafe mkfifo(folder.path + "/pipe.swift", 0o600)  // because the path outlives the call
    #expect(made == 0)
    let found = try inventory(folder)
    #expect(found.files.isEmpty)
    #expect(found.skipped.map(\.reason) == [.special])
    #expect(throws: DiscoveryError.notAFile) { try Discovery().inventory(at: folder.path + "/pipe.swift") }
  }

  @Test func absentPathIsAnError() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DiscoveryError.notFound) { try Discovery().inventory(at: folder.path + "/gone") }
    #expect(throws: DiscoveryError.notFound) { try Discovery().inventory(at: "") }
  }

  @Test func largeFilesAreListedWithoutReading() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("big.swift")
    let made = unsafe truncate(path, 100 << 20)  // because the path outlives the call
    #expect(made == 0)
    try folder.write("small.swift", "let a = 1")
    let clock = ContinuousClock()
    let start = clock.now
    let found = try inventory(folder)
    #expect(clock.now - start < .seconds(2))
    #expect(found.files.map(\.path) == ["small.swift"])
    #expect(found.skipped.map(\.reason) == [.tooLarge])
    #expect(found.skipped.first?.message.english.contains("104857600") == true)
  }

  @Test(.enabled(if: getuid() != 0)) func unreadableFilesAndFoldersAreListed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("closed.swift", "let a = 1")
    try folder.write("Closed/a.swift", "let a = 1")
    // because the paths outlive the calls
    unsafe chmod(file, 0)
    unsafe chmod(folder.path + "/Closed", 0)
    defer { unsafe chmod(folder.path + "/Closed", 0o700) }
    let found = try inventory(folder)
    #expect(found.skipped.map(\.file) == ["Closed", "closed.swift"])
    #expect(found.skipped.allSatisfy { $0.reason == .unreadable })
  }

  @Test func vanishedAndChangedFilesFailOnlyWhenRead() throws {
    let folder = try TemporaryFolder()
    let gone = try folder.write("gone.swift", "let a = 1")
    try folder.write("grown.swift", "let a = 1")
    let replaced = try folder.write("replaced.swift", "let a = 1")
    try folder.write("same.swift", "let a = 1")
    let found = try inventory(folder)
    #expect(found.files.count == 4)
    unsafe unlink(gone)
    try folder.write("grown.swift", "let a = 1; let b = 2")
    unsafe unlink(replaced)
    try folder.link("replaced.swift", to: "/etc/passwd")
    for file in found.files {
      if file.path == "same.swift" {
        #expect(try file.text() == "let a = 1")
      } else {
        let failure = #expect(throws: FileReadFailure.self) { try file.bytes() }
        #expect(failure?.skipped.file == file.path)
        #expect(failure?.skipped.reason == .unreadable)
      }
    }
  }

  @Test func strangeNamesAreShownEscaped() throws {
    let folder = try TemporaryFolder()
    try folder.write("line\nbreak.swift", "let a = 1")
    try folder.write("日本語 ファイル.swift", "let a = 1")
    try folder.write("turned\u{202E}tfiws.swift", "let a = 1")
    let name =
      Array((folder.path + "/bad").utf8).map { CChar(bitPattern: $0) } + [-1, -2] + ".swift".utf8CString
    let descriptor = unsafe open(name, O_WRONLY | O_CREAT, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    let found = try inventory(folder)
    #expect(
      found.files.map(\.path) == [
        "bad\\xFF\\xFE.swift", "line\\x0Abreak.swift", "turned\\u{202E}tfiws.swift", "日本語 ファイル.swift",
      ])
    for file in found.files { #expect(throws: Never.self) { try file.bytes() } }
  }

  @Test func deepFoldersEndAtTheLimit() throws {
    let folder = try TemporaryFolder()
    let start = unsafe open(folder.path, O_RDONLY | O_DIRECTORY)
    var current = start
    for _ in 0..<400 {
      // because the names are literals
      let made = unsafe mkdirat(current, "deep", 0o700)
      #expect(made == 0)
      let next = unsafe openat(current, "deep", O_RDONLY | O_DIRECTORY)
      close(current)
      current = next
    }
    close(current)
    try folder.write("top.swift", "let a = 1")
    let found = try inventory(folder)
    #expect(found.files.map(\.path) == ["top.swift"])
    #expect(found.skipped.map(\.reason) == [.tooLarge])
  }

  @Test(.timeLimit(.minutes(2))) func thousandsOfFilesAreListed() throws {
    let folder = try TemporaryFolder()
    for group in 0..<20 {
      for file in 0..<80 { try folder.write("G\(group)/F\(file).swift", "// nothing\nlet a = \(file)\n") }
    }
    #expect(try inventory(folder).files.count == 1600)
  }

  @Test func tooManyFilesIsAnError() throws {
    let folder = try TemporaryFolder()
    for number in 0..<12 { try folder.write("\(number).swift") }
    #expect(throws: DiscoveryError.tooManyFiles(10)) {
      try inventory(folder, DiscoveryOptions(fileLimit: 10))
    }
  }

  @Test func excludedPathsAreLeftOut() throws {
    let folder = try TemporaryFolder()
    for name in ["A/a.swift", "A/b.swift", "B/C/a.swift", "B/C/D/x.swift", "gen.swift"] {
      try folder.write(name)
    }
    func paths(_ exclude: String...) throws -> [String] {
      try inventory(folder, DiscoveryOptions(exclude: exclude)).files.map(\.path)
    }
    #expect(try paths("a.swift") == ["A/b.swift", "B/C/D/x.swift", "gen.swift"])
    #expect(try paths("B") == ["A/a.swift", "A/b.swift", "gen.swift"])
    #expect(try paths("B/**/x.*", "gen*") == ["A/a.swift", "A/b.swift", "B/C/a.swift"])
    #expect(try paths("/A/*") == ["B/C/D/x.swift", "B/C/a.swift", "gen.swift"])
  }

  @Test func aProjectFolderStandsForTheFolderAroundIt() throws {
    let folder = try TemporaryFolder()
    try folder.write("App.xcodeproj/project.pbxproj", "// !$*UTF8*$!\n{}")
    try folder.write("a.swift", "let a = 1")
    let found = try Discovery().inventory(at: folder.path + "/App.xcodeproj/")
    #expect(found.files.map(\.path) == ["App.xcodeproj/project.pbxproj", "a.swift"])
    #expect(found.target.kind == .xcodeProject)
    #expect(found.target.path == folder.path + "/App.xcodeproj/")
  }

  @Test func singleFilesAreTargets() throws {
    let folder = try TemporaryFolder()
    let swift = try folder.write("Pods/ATests/a.swift", "let a = 1")
    let plist = try folder.write("Info.plist", "<plist/>")
    let one = try Discovery().inventory(at: swift)
    #expect(one.target.kind == .file)
    #expect(one.files.map(\.path) == ["a.swift"])
    #expect(try one.files.first?.text() == "let a = 1")
    #expect(try Discovery().inventory(at: plist).target.kind == .propertyList)
  }

  @Test func bundlesShipEverythingInThem() throws {
    let folder = try TemporaryFolder()
    try folder.write("My.app/Info.plist", "<plist/>")
    try folder.write("My.app/Frameworks/A.framework/A", bytes: [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1])
    let found = try Discovery().inventory(at: folder.path + "/My.app")
    #expect(found.target.kind == .appBundle)
    #expect(found.target.isApp)
    #expect(found.files.map(\.kind) == [.machO, .infoPlist])
    #expect(found.others.isEmpty)
  }
}
