import Foundation
import OmamoriReport
import TestSupport

@testable import AuditEngine
@testable import AuditRules

/// A tree of which one file is going to be changed.
struct MutationSeed {
  /// The file that is changed.
  let path: String
  /// What it holds at first.
  let bytes: [UInt8]
  /// What stands around it.
  var others: [String: [UInt8]] = [:]
}

/// The formats that an audit reads, each with sound files to begin with.
enum MutatedFormat: String, CaseIterable {
  case swift, objectiveC, xmlPropertyList, binaryPropertyList, interface, project, workflow, yaml, json,
    podfile
  case podfileLock, packageManifest, packageResolved, cartfile, buildConfiguration, strings, html,
    environment, table
  case machO, archive, profile, key

  /// Sound files: those of the example apps, those that fuzzing begins with, and the examples of rules.
  func seeds() -> [MutationSeed] {
    switch self {
    case .swift: files("Swift.swift", below: "Fuzz/corpus/SwiftAudit") + rules("swift")
    case .objectiveC:
      files("Code.m", below: "Fuzz/corpus/ObjectiveC", "Examples", ending: ".txt", ".m") + rules("objc")
    case .xmlPropertyList:
      files(
        "App/Info.plist", below: "Examples", "Fuzz/corpus/PropertyList", ending: "Info.plist", ".xml.plist")
        + files("App/App.entitlements", below: "Examples", ending: ".entitlements")
        + files("App/PrivacyInfo.xcprivacy", below: "Examples", ending: ".xcprivacy")
        + rules("plist", "entitlements", "xcprivacy", "plist-in-project")
    case .binaryPropertyList: files("Info.plist", below: "Fuzz/corpus/PropertyList", ending: ".binary.plist")
    case .interface:
      files("Main.storyboard", below: "Examples", "Fuzz/corpus/Markup", ending: ".storyboard", ".xml")
    case .project:
      files(
        "App.xcodeproj/project.pbxproj", below: "Examples/Kumade", "Examples/Suzu", "Fuzz/corpus/Manifests",
        ending: ".pbxproj") + rules("settings", "sh")
    case .workflow: files(".github/workflows/a.yml", below: "Fuzz/corpus/Workflow") + rules("yaml")
    case .yaml:
      files(
        "settings.yaml", below: "Fuzz/corpus/Workflow", "Fuzz/corpus/SettingsDocument", ending: ".yml",
        ".yaml")
    case .json:
      files("settings.json", below: "Examples/Kumade/Kumade", "Fuzz/corpus", ending: ".json") + rules("json")
    case .podfile:
      files("Podfile", below: "Examples", "Fuzz/corpus/Manifests", ending: "Podfile") + rules("podfile")
    case .podfileLock:
      files("Podfile.lock", below: "Examples", "Fuzz/corpus/Manifests", ending: "Podfile.lock")
        + rules("podfile-lock", "podfile-lock-with-cartfile")
    case .packageManifest:
      files("Package.swift", below: "Fuzz/corpus/Manifests", ending: "Package.txt") + rules("package")
    case .packageResolved:
      files("Package.resolved", below: "Examples", "Fuzz/corpus/Manifests", ending: "Package.resolved")
    case .cartfile: files("Cartfile", below: "Fuzz/corpus/Manifests", ending: "Cartfile") + rules("cartfile")
    case .buildConfiguration:
      [
        MutationSeed(
          path: "Release.xcconfig",
          bytes: Array(
            "#include \"Release.xcconfig\"\nAPI_KEY = Zk31x9Qr7Lw2 // a\nA[sdk=iphoneos*] = $(B:rfc1034identifier)\n"
              .utf8),
          others: [
            "App.xcodeproj/project.pbxproj": Array(
              ProjectFixture.pbxproj(base: "baseConfigurationReference = F3;").utf8)
          ])
      ]
    case .strings: files("a.lproj/InfoPlist.strings", below: "Examples", ending: ".strings")
    case .html:
      files("Help.html", below: "Examples", "Fuzz/corpus/SettingsDocument", ending: ".html") + rules("html")
    case .environment:
      [
        MutationSeed(
          path: ".env", bytes: Array("export API_KEY=\"Zk31x9Qr7Lw2\" # a\nPASSWORD: 'hunter2pw'\n".utf8))
      ]
    case .table: files("users.csv", below: "Fuzz/corpus/SettingsDocument", ending: ".csv")
    case .machO: programs
    case .archive:
      files("App.ipa", below: "Fuzz/corpus/Zip") + [MutationSeed(path: "App.ipa", bytes: Self.ipa)]
    case .profile:
      [
        MutationSeed(
          path: "App.app/embedded.mobileprovision",
          bytes: [0x30, 0x82, 1, 2] + Self.provisioning + [0, 1, 2],
          others: ["App.app/Info.plist": Self.information, "App.app/App": MachOBuilder().bytes()])
      ]
    case .key:
      files("server.pem", below: "Examples", ending: ".p8")
        + rules("pem", "certificate", "swift-with-certificate")
        + [MutationSeed(path: "Resources/a.cer", bytes: CertificateFixture.weak)]
    }
  }

  private static let information = Array(
    ProjectFixture.plist(
      "<key>CFBundleExecutable</key><string>App</string><key>CFBundlePackageType</key><string>APPL</string>"
    )
    .utf8)

  private static let provisioning = Array(
    ProjectFixture.plist(
      """
      <key>Entitlements</key><dict><key>get-task-allow</key><true/></dict>
      <key>ProvisionedDevices</key><array><string>a</string></array>
      <key>ExpirationDate</key><date>2020-01-01T00:00:00Z</date>
      """
    ).utf8)

  private static let ipa = ZipBuilder(
    .init("Payload/App.app/Info.plist", information), .init("Payload/App.app/App", MachOBuilder().bytes()),
    .init("Payload/App.app/日本.txt", Array("password = Zk31x9Qr7Lw2".utf8))
  ).bytes()

  /// The programs of the examples of rules, each in its app.
  private var programs: [MutationSeed] {
    let examples = RuleCatalog.metadata.map(\.example).filter { $0.language == "macho" }
    let trees = examples.compactMap { ExampleTree.files("macho", $0.bad) }
    return trees.compactMap { files in
      let program = files.first {
        $0.value.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) || $0.value.starts(with: [0xCA, 0xFE])
      }
      return program.map { path, bytes in
        MutationSeed(path: path, bytes: bytes, others: files.filter { $0.key != path })
      }
    }
  }

  /// The weak and the repaired example of each rule in one of these languages.
  private func rules(_ languages: String...) -> [MutationSeed] {
    RuleCatalog.metadata.map(\.example).filter { languages.contains($0.language) }.flatMap { example in
      [example.bad, example.good].compactMap { text -> MutationSeed? in
        guard let files = ExampleTree.files(example.language, text) else { return nil }
        // The file that the example is about is the one that is not alike for all.
        let path = files.keys.sorted().first {
          !["App.swift", "App/a.swift", "Sources/App/App.swift"].contains($0)
        }
        guard let path, let bytes = files[path] else { return nil }
        return MutationSeed(path: path, bytes: bytes, others: files.filter { $0.key != path })
      }
    }
  }

  /// The files below these folders of the package whose names end so; each is put at `path` of a tree of its own.
  private func files(_ path: String, below folders: String..., ending: String...) -> [MutationSeed] {
    let root = Repository.root
    return folders.flatMap { folder -> [MutationSeed] in
      let place = root.appending(path: folder).path
      let names = (FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []).sorted()
      return names.filter { name in ending.isEmpty || ending.contains { name.hasSuffix($0) } }.compactMap {
        name in
        let data = try? Data(contentsOf: URL(filePath: place + "/" + name))
        guard let data, !data.isEmpty, data.count <= 32 << 10 else { return nil }
        return MutationSeed(
          path: path, bytes: [UInt8](data), others: ["App.swift": Array("@main struct A {}\n".utf8)])
      }
    }
  }
}
