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
  /// Whether a configuration is based on a file that is not in the tree and that no package manager writes.
  let lacksConfiguration: Bool

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

/// A target of an Xcode project.
package struct XcodeTarget: Sendable {
  /// The name.
  package let name: String
  /// The product type, such as `com.apple.product-type.application`; empty for aggregates.
  package let productType: String
  /// The files of its build phases, relative to the audited folder.
  package let files: Set<String>
  /// Folders that belong to the target with everything in them, except the files in ``excludedFiles``.
  package let folders: [String]
  /// Files in ``folders`` that do not belong to the target.
  package let excludedFiles: Set<String>
  /// The shell scripts that run while it is built.
  package let scripts: [XcodeScript]
  /// The flags that single files are compiled with.
  package let compilerFlags: [XcodeCompilerFlags]
  /// The names of its configurations with the settings written for them.
  let configurations: [XcodeConfiguration]

  /// Whether the product is an app.
  package var isApp: Bool {
    productType.hasPrefix("com.apple.product-type.application")
      || productType == "com.apple.product-type.watchkit2-extension"
  }

  /// Whether the product is an app in which nothing but tests run, judged by its name: `ShopTestHost`.
  package var isTestHost: Bool {
    let words = Words.of(name)
    return isApp
      && zip(words, words.dropFirst()).contains {
        ["test", "tests", "unittest"].contains($0) && $1 == "host"
      }
  }

  /// Whether the product is a bundle of tests.
  package var isTest: Bool {
    productType.hasPrefix("com.apple.product-type.bundle.u")
      || productType == "com.apple.product-type.bundle.ocunit-test"
  }

  /// Whether the file at `path` is built into the target.
  package func contains(_ path: String) -> Bool {
    if files.contains(path) { return true }
    return !excludedFiles.contains(path) && folders.contains { ProjectPath.isBelow(path, $0) }
  }
}

/// A build configuration of a project or target.
struct XcodeConfiguration: Sendable {
  /// The name, such as `Release`.
  let name: String
  /// The settings written in the project file, and those of the configuration file it is based on, each by name: there
  /// may be thousands that name each other.
  let levels: [[String: [BuildSetting]]]
}

/// A Swift package that an Xcode project depends on.
package struct XcodePackageReference: Sendable {
  /// Where the package comes from.
  package let url: String
  /// What is asked for.
  package let requirement: PackageRequirement
  /// The bytes of the requirement, or of the whole reference when it has none.
  package let range: Range<Int>
  /// The bytes of the address.
  package let urlRange: Range<Int>
}

/// A shell script that runs while a target is built.
package struct XcodeScript: Sendable {
  /// The text of the script.
  package let script: String
  /// Whether it names the files it reads or writes.
  package let declaresFiles: Bool
  /// The bytes of the script in the project file.
  package let range: Range<Int>
}

/// The flags that a target compiles one of its files with.
package struct XcodeCompilerFlags: Sendable {
  /// The file, relative to the audited folder.
  package let file: String
  /// The flags as they are written.
  package let flags: String
  /// The bytes of the flags in the project file.
  package let range: Range<Int>
}

/// Reads what an Xcode scheme archives with.
enum SchemeReader {
  /// The configuration named by the `ArchiveAction` element, if there is one.
  static func archiveConfiguration(in text: String) -> String? {
    let parts = text.split(separator: "<ArchiveAction", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let element = parts[1].split(separator: ">", maxSplits: 1).first else {
      return nil
    }
    let attribute = element.split(
      separator: "buildConfiguration", maxSplits: 1, omittingEmptySubsequences: false)
    guard attribute.count == 2 else { return nil }
    let quoted = attribute[1].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return quoted.count == 3 ? String(quoted[1]) : nil
  }
}
