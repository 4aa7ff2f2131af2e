/// What a file holds, judged by its name and, where the name says nothing, by its first bytes.
package enum FileKind: String, CaseIterable, Sendable, Hashable {
  /// Swift source.
  case swift
  /// Objective-C source.
  case objectiveC
  /// C source.
  case c
  /// C++ or Objective-C++ source.
  case cPlusPlus
  /// A header of C, C++ or Objective-C.
  case header
  /// An `Info.plist` of an app, extension or framework.
  case infoPlist
  /// Entitlements.
  case entitlements
  /// A privacy manifest, `PrivacyInfo.xcprivacy`.
  case privacyManifest
  /// Any other property list.
  case propertyList
  /// A storyboard or xib.
  case interfaceBuilder
  /// `project.pbxproj`.
  case xcodeProject
  /// `contents.xcworkspacedata`.
  case xcodeWorkspace
  /// A build configuration file, `.xcconfig`.
  case buildConfiguration
  /// An Xcode scheme.
  case scheme
  /// `Podfile`.
  case podfile
  /// `Podfile.lock`.
  case podfileLock
  /// A CocoaPods specification.
  case podspec
  /// `Package.swift`, also with a tools version in its name.
  case packageManifest
  /// `Package.resolved`.
  case packageResolved
  /// `Cartfile` and `Cartfile.private`.
  case cartfile
  /// `Cartfile.resolved`.
  case cartfileResolved
  /// Localised texts: `.strings`, `.stringsdict`, `.xcstrings`.
  case strings
  /// JSON.
  case json
  /// YAML.
  case yaml
  /// A workflow of GitHub Actions.
  case workflow
  /// Environment settings, `.env`.
  case environment
  /// HTML.
  case html
  /// Scripts of shells, Ruby, Python, JavaScript and the like.
  case script
  /// Other text worth reading, such as `.txt`, `.csv`, `.xml` and `.sql`.
  case text
  /// Rules of what version control leaves out.
  case ignoreRules
  /// A certificate, key or key store.
  case certificateOrKey
  /// A provisioning profile.
  case provisioningProfile
  /// Machine code: a program, library or object file for Apple systems.
  case machO
  /// A database file.
  case database
  /// A zip archive.
  case archive
  /// Anything else, such as pictures; not read.
  case other

  /// Whether the file is text that rules read.
  package var isText: Bool {
    switch self {
    case .certificateOrKey, .provisioningProfile, .machO, .database, .archive, .other, .infoPlist,
      .entitlements, .privacyManifest, .propertyList:
      false
    default: true
    }
  }

  /// Whether the larger size limit, the one for binary files, applies.
  package var isBinary: Bool {
    switch self {
    case .machO, .database, .archive, .other: true
    default: false
    }
  }
}
