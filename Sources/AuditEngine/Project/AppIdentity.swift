import OmamoriATS
import OmamoriReport

/// How the audited app calls itself.
struct AppIdentity: Sendable, Hashable {
  /// The bundle identifier, when one was found.
  let bundleIdentifier: String?
  /// The version that people see, when one was found.
  let version: String?

  /// Asks the first app target, else the `Info.plist` that lies nearest to the audited folder.
  init(files: [SourceFile], layout: ProjectLayout) {
    let app = layout.xcodeProjects.lazy.compactMap { project in
      project.targets.first(where: \.isApp).map { (project, $0) }
    }.first
    let plist = files.filter { $0.kind == .infoPlist && $0.context == .app }
      .min { ($0.path.split(separator: "/").count, $0.path) < ($1.path.split(separator: "/").count, $1.path) }
      .flatMap { try? PropertyListReader.read($0.bytes()).root }
    func field(_ key: String, _ setting: String) -> String? {
      let written = plist?[key]?.string.map { text in
        BuildSettingReference.expanded(text) { name in app?.0.releaseValue(name, target: app?.1) }
      }
      let value = app?.0.releaseValue(setting, target: app?.1) ?? written
      return value.flatMap { $0.isEmpty || $0.contains("$(") || $0.contains("${") ? nil : $0 }
    }
    bundleIdentifier = field("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER")
    version = field("CFBundleShortVersionString", "MARKETING_VERSION")
  }
}
