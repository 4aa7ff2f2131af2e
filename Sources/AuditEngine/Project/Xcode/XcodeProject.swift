import OmamoriATS

/// A `project.pbxproj`: its targets, their files and settings, and the packages it uses.
package struct XcodeProject: Sendable {
  /// The project file.
  package let text: TextSource
  /// The folder that holds the `.xcodeproj`, relative to the audited folder.
  package let folder: String
  /// The targets in their order.
  package let targets: [XcodeTarget]
  /// The Swift packages it uses.
  package let packages: [XcodePackageReference]
  /// The name of the configuration that is released.
  package let releaseConfiguration: String
  let configurations: [XcodeConfiguration]
  /// Whether files or scripts of targets were left out, because there are too many.
  let isCutShort: Bool

  /// The setting `name` that `target` has in the released configuration, or that of the project for `nil`.
  ///
  /// The order is: target, the target's configuration file, project, the project's configuration file.
  package func releaseSetting(_ name: String, target: XcodeTarget?) -> BuildSetting? {
    levels(target).lazy.compactMap { level in
      level[name]?.last { $0.applies(to: releaseConfiguration) }
    }.first
  }

  /// The value of `name` with `$(…)` replaced as far as it is known.
  package func releaseValue(_ name: String, target: XcodeTarget?) -> String? {
    var remaining = Self.maximumReferences
    return value(name, in: levels(target), target: target, depth: 0, &remaining)
  }

  /// How many references one value may lead to: settings that name the next one ten times each never end otherwise.
  private static let maximumReferences = 2000

  private func levels(_ target: XcodeTarget?) -> [[String: [BuildSetting]]] {
    [target?.configurations, configurations].compactMap { $0 }.flatMap { configurations in
      configurations.filter { $0.name == releaseConfiguration }.flatMap(\.levels)
    }
  }

  private func value(
    _ name: String, in levels: [[String: [BuildSetting]]], target: XcodeTarget?, depth: Int,
    _ remaining: inout Int
  ) -> String? {
    if name == "TARGET_NAME" || name == "PRODUCT_MODULE_NAME" { return target?.name }
    guard depth < 12, remaining > 0 else { return nil }
    remaining -= 1
    for (index, level) in levels.enumerated() {
      guard let setting = level[name]?.last(where: { $0.applies(to: releaseConfiguration) }) else { continue }
      let below = Array(levels[(index + 1)...])
      return BuildSettingReference.expanded(setting.value) { reference in
        reference == "inherited" || reference == name
          ? value(name, in: below, target: target, depth: depth + 1, &remaining) ?? ""
          : value(reference, in: self.levels(target), target: target, depth: depth + 1, &remaining)
      }
    }
    return nil
  }
}

extension XcodeProject {
  /// The `Info.plist` that `target` is released with, relative to the audited folder.
  package func infoPlist(of target: XcodeTarget) -> String? {
    releaseValue("INFOPLIST_FILE", target: target).flatMap { path in
      ProjectPath.joined(
        folder, path.replacing("$(SRCROOT)/", with: "").replacing("$(PROJECT_DIR)/", with: ""))
    }
  }
}
