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
