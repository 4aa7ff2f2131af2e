import OmamoriATS
import OmamoriCore
import OmamoriReport

/// A container opens its store without a class unless its description says otherwise, in whatever file that is.
extension DatabaseUnprotectedStore: ProjectRule {
  static let names: Set = [
    "NSPersistentContainer", "NSPersistentCloudKitContainer", "NSPersistentStoreFileProtectionKey",
    "setValue",
    "NSManaged",
  ]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp, project.uses(of: "NSPersistentStoreFileProtectionKey").isEmpty,
      !project.propertyLists(.entitlements).contains(where: {
        $0.root["com.apple.developer.default-data-protection"]?.string == "NSFileProtectionComplete"
      }), let stored = stored(in: project)
    else { return }
    for name in ["NSPersistentContainer", "NSPersistentCloudKitContainer"] {
      for use in project.uses(of: name) where use.context == .app && use.snippet.contains("(name:") {
        report.add(
          Self.self, at: use,
          LocalizedText(
            "The store, which holds \(stored), has no protection class: nothing sets one on its description.",
            ja: "\(stored) を保存するストアに保護クラスが指定されていません。"),
          confidence: .medium)
      }
    }
  }

  /// The name of a sensitive attribute: of a managed property, or of `setValue(_:forKey:)`.
  private func stored(in project: ProjectFacts) -> String? {
    let properties = project.uses(of: "NSManaged").compactMap { use in
      use.snippet.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map(String.init)
        .first { StoredSecret.meaning(of: $0) != nil }
    }
    let keys = project.uses(of: "setValue").compactMap { use -> String? in
      guard let start = use.snippet.firstRange(of: "forKey: \"")?.upperBound else { return nil }
      let key = String(use.snippet[start...].prefix { $0 != "\"" })
      return StoredSecret.meaning(of: key) != nil && !use.snippet.lowercased().contains("defaults")
        ? key : nil
    }
    return properties.first ?? keys.first
  }
}
