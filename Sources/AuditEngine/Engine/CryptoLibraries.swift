import OmamoriReport

/// Finds libraries that make the functions of cryptography which rules ask about: they have to offer the broken ones,
/// and what they call inside serves formats that are fixed.
struct CryptoLibraries {
  private let folders: FolderSet
  /// Whether each file is of C or a language made from it.
  private let isOfC: [Bool]
  /// How many of the functions a library makes at least.
  private static let fewest = 4

  /// Reads which functions of ``functions`` each file makes.
  init(_ inventory: Inventory, _ results: [FileResult]) {
    let made = zip(inventory.files, results).filter { !$1.madeFunctions.isEmpty }
    let targets = FolderSet(
      inventory.layout.manifests.flatMap(\.targets).map(\.folder).filter { !$0.isEmpty })
    var (names, others, otherNames) = ([String: Set<String>](), Set<String>(), Set<String>())
    for (file, result) in made {
      let around = ProjectPath.places(around: file.path).filter { $0 != file.path && !$0.isEmpty }
      if let target = around.filter(targets.isMember).max(by: { $0.count < $1.count }) {
        names[target, default: []].formUnion(result.madeFunctions)
      } else {
        others.insert(file.folder)
        otherNames.formUnion(result.madeFunctions)
      }
    }
    // A whole library makes several; a few may be an app's own stand-ins.
    var folders = Set(names.filter { $0.value.count >= Self.fewest }.keys)
    if otherNames.count >= Self.fewest {
      let shared = Self.shared(others)
      folders.formUnion(shared.isEmpty ? others.filter { !$0.isEmpty } : [shared])
    }
    // What stands beside Swift is an app with stand-ins.
    let swift = inventory.files.filter { $0.kind == .swift }
      .reduce(into: Set<String>()) { $0.formUnion(ProjectPath.places(around: $1.path)) }
    self.folders = FolderSet(folders.subtracting(swift))
    isOfC = inventory.files.map { [.objectiveC, .c, .cPlusPlus, .header].contains($0.kind) }
  }

  /// The results with what is found inside such libraries marked as uncertain.
  func judged(_ results: [FileResult]) -> [FileResult] {
    zip(results, isOfC).map { result, isOfC in
      guard isOfC, let file = result.findings.first?.file, folders.contains(file) else { return result }
      var judged = result
      for index in judged.findings.indices where Self.rules.contains(judged.findings[index].rule) {
        judged.findings[index].confidence = .low
      }
      return judged
    }
  }

  /// The folder around all of `folders`.
  private static func shared(_ folders: Set<String>) -> String {
    let paths = folders.map { $0.split(separator: "/") }
    guard var shared = paths.first else { return "" }
    for path in paths { shared = Array(zip(shared, path).prefix { $0 == $1 }.map(\.0)) }
    return shared.joined(separator: "/")
  }

  /// The functions by which such libraries are known.
  static let functions: Set<String> = [
    "EVP_md5", "EVP_sha1", "EVP_sha256", "EVP_des_cbc", "EVP_des_ede3_cbc", "EVP_rc4", "EVP_rc2_cbc",
    "EVP_bf_cbc", "EVP_cast5_cbc", "EVP_aes_256_cbc", "CC_MD5", "CC_SHA1", "CCCrypt",
  ]
  private static let rules: Set<RuleID> = ["broken-cipher", "weak-hash"]
}
