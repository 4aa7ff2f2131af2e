// seeds: Examples
// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
import OmamoriATS
import OmamoriCore
import OmamoriReport
@testable import AuditEngine
@testable import AuditRules

/// Files that describe a project are read, and every rule about projects ends, whatever they contain.
func fuzzManifests(_ bytes: [UInt8]) {
  for kind in kinds {
    let files = [
      SourceFile(path: kind.path, contents: bytes, kind: kind.kind),
      SourceFile(path: "App/View.swift", contents: Array("import UIKit".utf8), kind: .swift),
    ]
    let layout = ProjectLayout(files)
    let inventory = Inventory(
      target: AuditTarget(path: "App", kind: .xcodeProject, isApp: true), layout: layout,
      files: files.map(layout.refined), others: [], skipped: layout.skipped)
    let facts = ProjectFacts(inventory: inventory)
    var report = ProjectReport()
    for rule in RuleCatalog.project { rule.check(facts, &report) }
    let lastLine = LineTable(bytes).count
    for finding in report.findings where finding.file == kind.path {
      expect(finding.region.startLine >= 1 && finding.region.endLine <= lastLine, "a place is in the text")
    }
    for (project, target) in layout.appTargets {
      _ = project.releaseValue("PRODUCT_BUNDLE_IDENTIFIER", target: target)
    }
  }
}

private let kinds: [(path: String, kind: FileKind)] = [
  ("App.xcodeproj/project.pbxproj", .xcodeProject), ("Podfile", .podfile), ("Podfile.lock", .podfileLock),
  ("Package.swift", .packageManifest), ("Package.resolved", .packageResolved), ("Cartfile", .cartfile),
  ("Cartfile.resolved", .cartfileResolved), (".gitignore", .ignoreRules),
  (".github/workflows/build.yml", .workflow),
]
