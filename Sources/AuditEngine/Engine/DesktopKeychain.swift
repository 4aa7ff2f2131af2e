import OmamoriReport

/// Judges what is found about the Keychain where everything is built for macOS alone: its keychain in files knows no
/// accessibility classes.
struct DesktopKeychain {
  private let inventory: Inventory

  init(_ inventory: Inventory) { self.inventory = inventory }

  /// The results with classes that nothing would follow marked as uncertain.
  func judged(_ results: [FileResult]) -> [FileResult] {
    guard isDesktopOnly else { return results }
    return zip(inventory.files, results).map { file, result in
      let places = result.findings.indices.filter { Self.rules.contains(result.findings[$0].rule) }
      guard !places.isEmpty, !usesOtherKeychain(file) else { return result }
      var judged = result
      for place in places { judged.findings[place].confidence = .low }
      return judged
    }
  }

  private var isDesktopOnly: Bool {
    let apps = inventory.layout.appTargets
    return !apps.isEmpty
      && apps.allSatisfy { xcode, target in xcode.releaseValue("SDKROOT", target: target) == "macosx" }
  }

  /// Whether the file asks for the keychain of iOS, which macOS has too.
  private func usesOtherKeychain(_ file: SourceFile) -> Bool {
    guard let bytes = try? file.bytes() else { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    return Self.attributes.contains { text.contains($0) }
  }

  /// What only that keychain has: items for other devices and for groups of apps lie in it without being asked for.
  private static let attributes = [
    "kSecUseDataProtectionKeychain", "kSecAttrSynchronizable", "kSecAttrAccessGroup",
  ]

  private static let rules: Set<RuleID> = ["keychain-accessible-missing"]
}
