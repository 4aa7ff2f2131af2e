import OmamoriATS
package import OmamoriReport

/// What one app or extension declares in its `Info.plist`, from the file and from build settings.
package struct AppInformation {
  /// The text of a key with its place.
  package struct Entry {
    /// The text, with build settings filled in.
    package let value: String
    /// Whether the key stands in the `Info.plist` or in the project file.
    package let file: String
    package let region: SourceRegion
    package let snippet: String
  }

  /// The name of the target, or the path of the list.
  package let name: String
  /// Whether it is an app, and not one of its extensions.
  package let isApp: Bool
  private let list: PropertyListSource?
  private let built: (project: XcodeProject, target: XcodeTarget)?

  /// Everything the project declares: one for each app or extension target, else one for each `Info.plist`.
  package static func all(in project: ProjectFacts) -> [AppInformation] {
    let lists = project.propertyLists(.infoPlist)
    let built = project.inventory.layout.xcodeProjects.flatMap { xcode in
      xcode.targets.compactMap { target -> AppInformation? in
        guard target.isApp || target.productType.hasPrefix("com.apple.product-type.app-extension") else {
          return nil
        }
        let path = xcode.releaseValue("INFOPLIST_FILE", target: target)
          .flatMap { ProjectPath.joined(xcode.folder, $0.replacing("$(SRCROOT)/", with: "")) }
        let list = lists.first { $0.text.path == path }
        guard list != nil || xcode.releaseValue("GENERATE_INFOPLIST_FILE", target: target) == "YES" else {
          return nil
        }
        return AppInformation(name: target.name, isApp: target.isApp, list: list, built: (xcode, target))
      }
    }
    guard built.isEmpty else { return built }
    // Without a project, a list counts when it describes something that runs.
    return lists.filter {
      $0.root["CFBundlePackageType"]?.string.map { $0 != "FMWK" && $0 != "BNDL" } ?? true
    }
    .map { AppInformation(name: $0.text.path, isApp: true, list: $0, built: nil) }
  }

  /// The declarations that hold for the file at `path`: those of its targets, else those of every app.
  package static func covering(_ path: String, in all: [AppInformation]) -> [AppInformation] {
    let own = all.filter { $0.built?.target.contains(path) == true }
    return own.isEmpty ? all.filter(\.isApp) : own
  }

  /// The files that its target names.
  package var files: Set<String> { built?.target.files ?? [] }

  /// Whether the file at `path` is built into its target; `nil` without a project.
  package func contains(_ path: String) -> Bool? { built?.target.contains(path) }

  /// The text of `key`, or `nil` when it is not declared.
  package func entry(_ key: String) -> Entry? {
    if let list, let found = list.root.dictionary?.entry(for: key) {
      let region = list.region(of: found.range)
      let value = BuildSettingReference.expanded(found.value.string ?? "") { name in
        built.flatMap { $0.project.releaseValue(name, target: $0.target) }
      }
      return Entry(
        value: value, file: list.text.path, region: region,
        snippet: list.document.format == .binary ? "" : list.text.lines.text(ofLine: region.startLine))
    }
    guard let built, let setting = built.project.releaseSetting("INFOPLIST_KEY_" + key, target: built.target)
    else {
      return nil
    }
    let region = setting.text.lines.region(of: setting.range)
    return Entry(
      value: setting.value, file: setting.text.path, region: region,
      snippet: setting.text.lines.text(ofLine: region.startLine))
  }

  /// The texts of a list of texts, or `nil` when the key is absent.
  package func texts(_ key: String) -> [String]? {
    if let values = list?.root[key]?.array { return values.compactMap(\.string) }
    return entry(key)?.value.split(separator: " ").map(String.init)
  }

  /// Whether `key` is declared as true.
  package func isTrue(_ key: String) -> Bool {
    list?.root[key]?.boolean ?? (entry(key)?.value == "YES")
  }

  /// Whether `key` is declared with a list that is not empty.
  package func hasList(_ key: String) -> Bool { list?.root[key]?.array?.isEmpty == false }

  /// The schemes of its own URLs, in lower case.
  package var ownSchemes: [String] {
    (list?.root["CFBundleURLTypes"]?.array ?? []).flatMap { type in
      (type["CFBundleURLSchemes"]?.array ?? []).compactMap { $0.string?.lowercased() }
    }
  }
}

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
      .flatMap { try? PropertyListReader.read(source: $0.bytes()).root }
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

/// The oldest system that an app or package supports.
package struct MinimumSystem: Sendable {
  /// A system.
  package enum Platform: String, CaseIterable, Sendable {
    case iOS
    case macOS
    case tvOS
    case watchOS
    case visionOS

    /// The name in the list of platforms of a `Package.swift`.
    var packageName: String { rawValue }

    /// The build setting of Xcode.
    package var setting: String {
      switch self {
      case .iOS: "IPHONEOS_DEPLOYMENT_TARGET"
      case .macOS: "MACOSX_DEPLOYMENT_TARGET"
      case .tvOS: "TVOS_DEPLOYMENT_TARGET"
      case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
      case .visionOS: "XROS_DEPLOYMENT_TARGET"
      }
    }

    /// The oldest version of the system that still gets security updates, as of ``MinimumSystem/date``.
    ///
    /// Source: <https://support.apple.com/100100>, and the records of 2026 at <https://www.cve.org> of what Apple repaired
    /// in which systems. The numbers lean to the cautious side: Apple repairs old systems now and then without a promise.
    package var floor: String {
      switch self {
      case .iOS, .tvOS: "15.0"
      case .macOS: "13.0"
      case .watchOS: "8.0"
      case .visionOS: "1.0"
      }
    }
  }

  /// The day on which the oldest versions were last compared with Apple's page.
  package static let date = "2026-11-22"

  /// The system.
  package let platform: Platform
  /// The version as it is written.
  package let text: String
  /// The version.
  package let version: SemanticVersion
  /// The bytes of the declaration.
  package let range: Range<Int>

  /// Whether the version gets no security updates any more.
  package var isOutdated: Bool { Self.isOutdated(version, of: platform) }

  /// The oldest version of `platform` that is not reported: the one that the project asks for, if it does.
  package static func floor(of platform: Platform) -> String {
    ProjectTerms.current.floors[platform] ?? platform.floor
  }

  /// Whether `version` of `platform` gets no security updates any more.
  package static func isOutdated(_ version: SemanticVersion, of platform: Platform) -> Bool {
    SemanticVersion(floor(of: platform)).map { version < $0 } ?? false
  }
}
