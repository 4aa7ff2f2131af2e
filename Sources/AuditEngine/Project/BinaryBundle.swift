import OmamoriATS
import OmamoriReport

/// A framework of others that lies in the tree and was not put there by a package manager.
package struct BinaryBundle {
  /// The folder's name, such as `Map.xcframework`.
  package let name: String
  /// A file in it by which it is named: its `Info.plist` if there is one.
  package let file: String
  /// The version in an `Info.plist` of it.
  package let version: String?
  /// Whether it is signed.
  let isSigned: Bool
  /// Whether it brings a privacy manifest.
  let hasPrivacyManifest: Bool

  /// Whether there is machine code in it.
  package let hasCode: Bool

  /// Whether there is anything by which a change can be noticed.
  package var isVouchedFor: Bool { isSigned || hasPrivacyManifest || version != nil }

  /// The bundles in the tree that may become part of a product, in the order of their paths.
  package static func committed(in inventory: Inventory) -> [BinaryBundle] {
    var files: [String: [SourceFile]] = [:]
    // What tests and examples read is with neither.
    for file in inventory.files + inventory.others.filter({ $0.context == .vendor }) {
      guard let folder = bundleFolder(of: file.path) else { continue }
      files[folder, default: []].append(file)
    }
    return files.sorted { $0.key < $1.key }.map { bundle(at: $0.key, $0.value) }
  }

  /// Whether the name of the file says that it is machine code; headers and interfaces can be read.
  private static func isNamedCode(_ file: SourceFile) -> Bool {
    if file.kind == .machO || [".a", ".dylib", ".o"].contains(where: file.name.hasSuffix) { return true }
    return file.folder.split(separator: "/").contains { $0 == file.name + ".framework" }
  }

  /// Whether the file begins as machine code does: the executable of a framework may have any name.
  private static func startsAsCode(_ file: SourceFile) -> Bool {
    guard file.kind != .header, let start = try? file.firstBytes(FileKindClassifier.prefixLength) else {
      return false
    }
    return FileKindClassifier.kind(startingWith: start) == .machO
  }

  /// The outermost folder of `path` that is a framework, unless a package manager or build put it there.
  private static func bundleFolder(of path: String) -> String? {
    var folder = ""
    for name in path.split(separator: "/").dropLast() {
      let lowercased = name.lowercased()
      if managed.contains(lowercased) || lowercased.hasSuffix(".xcarchive") || lowercased.hasSuffix(".app") {
        return nil
      }
      folder += (folder.isEmpty ? "" : "/") + name
      if lowercased.hasSuffix(".xcframework") || lowercased.hasSuffix(".framework") { return folder }
    }
    return nil
  }

  private static func bundle(at folder: String, _ files: [SourceFile]) -> BinaryBundle {
    let lists = files.filter { $0.name == "Info.plist" }.sorted {
      ($0.path.count, $0.path) < ($1.path.count, $1.path)
    }
    let version = lists.prefix(8).lazy.compactMap { file -> String? in
      guard let bytes = try? file.bytes(), let root = try? PropertyListReader.read(bytes).root else {
        return nil
      }
      return (root["CFBundleShortVersionString"] ?? root["CFBundleVersion"])?.string
    }
    .first { !$0.isEmpty }
    return BinaryBundle(
      name: folder.split(separator: "/").last.map(String.init) ?? folder,
      file: lists.first?.path ?? files.map(\.path).min() ?? folder, version: version,
      isSigned: files.contains { $0.path.contains("/_CodeSignature/") },
      hasPrivacyManifest: files.contains { $0.name == "PrivacyInfo.xcprivacy" },
      hasCode: files.contains(where: isNamedCode) || files.contains(where: startsAsCode))
  }

  private static let managed: Set<String> = [
    "pods", "carthage", ".build", "sourcepackages", "deriveddata", "node_modules", "checkouts", ".swiftpm",
    "build",
  ]
}
