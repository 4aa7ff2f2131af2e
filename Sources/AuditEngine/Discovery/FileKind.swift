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

/// Judges what a file holds.
package enum FileKindClassifier {
  /// The number of first bytes that ``kind(startingWith:)`` looks at.
  static let prefixLength = 64

  /// The kind that the name alone tells, or `nil` when the content has to decide.
  package static func kind(named path: String) -> FileKind? {
    let parts = path.split(separator: "/")
    guard let name = parts.last.map(String.init) else { return nil }
    if let kind = byName[name] { return kind }
    let lowercased = name.lowercased()
    if name.hasPrefix("Package@swift-") && name.hasSuffix(".swift") { return .packageManifest }
    if lowercased == ".env" || lowercased.hasPrefix(".env.") || lowercased.hasSuffix(".env") {
      return .environment
    }
    guard let dot = lowercased.lastIndex(of: "."), dot != lowercased.startIndex else { return nil }
    let ending = String(lowercased[lowercased.index(after: dot)...])
    if ending == "plist" { return plistKind(name) }
    if ending == "yml" || ending == "yaml", parts.dropLast().suffix(2) == [".github", "workflows"] {
      return .workflow
    }
    return byEnding[ending] ?? (opaque.contains(ending) ? .other : nil)
  }

  /// The kind that the first bytes tell.
  package static func kind(startingWith bytes: [UInt8]) -> FileKind {
    func starts(_ text: StaticString) -> Bool {
      bytes.starts(with: text.description.utf8)
    }
    if bytes.count >= 4, isMachO(bytes) { return .machO }
    // Identities of age stand behind comments, the first of which says when they were made.
    if starts("-----BEGIN ") || starts("AGE-SECRET-KEY-1") || starts("# created: ") {
      return .certificateOrKey
    }
    if starts("#!") { return .script }
    if starts("SQLite format 3") { return .database }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      return .archive
    }
    if starts("bplist00") { return .propertyList }
    if starts("<?xml") { return bytesContain(bytes, "plist") ? .propertyList : .text }
    if starts("!<arch>\n") { return .machO }
    return .other
  }

  private static func isMachO(_ bytes: [UInt8]) -> Bool {
    let magic = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch magic {
    case 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE, 0xCAFE_BABF: return true
    case 0xCAFE_BABE:
      // Class files of Java begin alike; a fat file has a small number of slices where they have a version.
      return bytes.count >= 8 && bytes[4] == 0 && bytes[5] == 0 && bytes[6] == 0 && bytes[7] < 0x20
    default: return false
    }
  }

  private static func bytesContain(_ bytes: [UInt8], _ word: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(word)
  }

  /// `Info.plist` and `App-Info.plist` describe bundles; services name their settings files alike.
  private static func plistKind(_ name: String) -> FileKind {
    guard name.hasSuffix("Info.plist"), !name.hasPrefix("GoogleService") else { return .propertyList }
    return .infoPlist
  }

  private static let byName: [String: FileKind] = [
    "Package.swift": .packageManifest, "Package.resolved": .packageResolved, "Podfile": .podfile,
    "Podfile.lock": .podfileLock, "Cartfile": .cartfile, "Cartfile.private": .cartfile,
    "Cartfile.resolved": .cartfileResolved, "project.pbxproj": .xcodeProject,
    "contents.xcworkspacedata": .xcodeWorkspace, ".gitignore": .ignoreRules, "Fastfile": .script,
    "Appfile": .script, "Matchfile": .script, "Dangerfile": .script, "Gemfile": .script,
    "Rakefile": .script, "Makefile": .script, "id_rsa": .certificateOrKey, "id_ecdsa": .certificateOrKey,
    "id_ed25519": .certificateOrKey, "id_dsa": .certificateOrKey,
    "embedded.mobileprovision": .provisioningProfile,
  ]

  private static let byEnding: [String: FileKind] = [
    "swift": .swift, "m": .objectiveC, "mm": .cPlusPlus, "c": .c, "cc": .cPlusPlus, "cpp": .cPlusPlus,
    "cxx": .cPlusPlus, "h": .header, "hh": .header, "hpp": .header, "hxx": .header, "pch": .header,
    "entitlements": .entitlements, "xcent": .entitlements, "xcprivacy": .privacyManifest,
    "storyboard": .interfaceBuilder, "xib": .interfaceBuilder, "xcconfig": .buildConfiguration,
    "xcscheme": .scheme, "podspec": .podspec, "strings": .strings, "stringsdict": .strings,
    "xcstrings": .strings, "json": .json, "json5": .json, "geojson": .json, "yml": .yaml, "yaml": .yaml,
    "html": .html, "htm": .html, "xhtml": .html, "sh": .script, "bash": .script, "zsh": .script,
    "rb": .script, "py": .script, "js": .script, "pl": .script, "txt": .text, "csv": .text, "xml": .text,
    "sql": .text, "md": .text, "properties": .text, "ini": .text, "cfg": .text, "conf": .text,
    "toml": .text, "graphql": .text, "pem": .certificateOrKey, "cer": .certificateOrKey,
    "crt": .certificateOrKey, "der": .certificateOrKey, "p12": .certificateOrKey, "pfx": .certificateOrKey,
    "p8": .certificateOrKey, "key": .certificateOrKey, "pk8": .certificateOrKey, "jks": .certificateOrKey,
    "keystore": .certificateOrKey, "asc": .certificateOrKey, "ppk": .certificateOrKey,
    "mobileprovision": .provisioningProfile, "provisionprofile": .provisioningProfile,
    "sqlite": .database, "sqlite3": .database, "db": .database, "realm": .database,
    "zip": .archive, "ipa": .archive,
  ]

  /// Endings of files that hold nothing to examine; they are not even opened.
  private static let opaque: Set<String> = [
    "png", "jpg", "jpeg", "gif", "heic", "webp", "pdf", "svg", "ico", "icns", "ttf", "otf", "woff", "woff2",
    "mp3", "m4a", "wav", "aac", "caf", "mp4", "mov", "m4v", "car", "nib", "mlmodel", "metal", "usdz", "lproj",
    "swiftmodule", "swiftdoc", "swiftsourceinfo", "pcm", "o", "d", "dia", "swiftdeps", "xcuserstate", "stl",
    "obj", "scn", "dae", "psd", "sketch", "mo", "po", "bcmap", "tiff", "bmp", "avif", "lottie", "webm",
  ]
}
