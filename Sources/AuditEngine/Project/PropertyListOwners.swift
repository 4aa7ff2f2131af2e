import OmamoriCore
import OmamoriReport

/// Tells which targets a property list belongs to, where a project builds several things.
///
/// A project with an app and a widget has two `Info.plist`; what is found in one is to be repaired for its target.
struct PropertyListOwners {
  /// The targets by the file they are released with: its `Info.plist` or its entitlements.
  private let owners: [String: [String]]

  /// Reads the projects; nothing is told apart when they build one thing.
  init(_ layout: ProjectLayout) {
    var owners: [String: [String]] = [:]
    var built = 0
    for xcode in layout.xcodeProjects {
      for target in xcode.targets
      where target.isApp || target.productType.hasPrefix("com.apple.product-type.app-extension") {
        built += 1
        let entitlements = xcode.releaseValue("CODE_SIGN_ENTITLEMENTS", target: target)
          .flatMap { ProjectPath.joined(xcode.folder, $0.replacing("$(SRCROOT)/", with: "")) }
        for path in Set([xcode.infoPlist(of: target), entitlements].compactMap { $0 }) {
          owners[path, default: []].append(target.name)
        }
      }
    }
    self.owners = built > 1 ? owners.mapValues { Set($0).sorted() } : [:]
  }

  /// The findings, those in property lists with the names of the targets.
  func named(_ findings: [Finding]) -> [Finding] {
    guard !owners.isEmpty else { return findings }
    return findings.map { finding in
      guard let targets = owners[finding.file],
        !targets.contains(where: { finding.message.english.contains($0) })
      else { return finding }
      let names = targets.joined(separator: ", ")
      var named = finding
      named.message = LocalizedText(
        finding.message.english + " (target \(names))", ja: finding.message.japanese + "（ターゲット: \(names)）")
      return named
    }
  }
}
