import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A Core Data store without a protection class.
struct DatabaseUnprotectedStore: FixingRule {
  static let metadata = RuleMetadata(
    id: "database-unprotected-store",
    title: LocalizedText("Database without a protection class", ja: "保護クラスのないデータベース"),
    why: LocalizedText(
      """
      Without an option the store can be read from the first unlock after a restart, also while the device \
      is locked; its journal beside it as well.
      """,
      ja: """
        オプションを指定しないストアは、再起動後に一度ロックを解除すると、以後はデバイスのロック中でも読み取れます。\
        ジャーナルファイルも同様です。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Pass [NSPersistentStoreFileProtectionKey: FileProtectionType.complete], or call \
        setOption(_:forKey:) on the store description.
        """,
        ja: """
          [NSPersistentStoreFileProtectionKey: FileProtectionType.complete] を渡すか、ストアの記述に \
          setOption(_:forKey:) で指定してください。
          """),
      library: .crypto),
    severity: .low, confidence: .high, cwe: [311], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
        """,
      good: """
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url,
          options: [NSPersistentStoreFileProtectionKey: FileProtectionType.complete])
        """))

  static let triggers: Set<String> = ["addPersistentStore", "NSPersistentStoreFileProtectionKey"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    if let key = source.facts.references["NSPersistentStoreFileProtectionKey"]?.first, protects(source) {
      report.note(
        .fileProtection, at: key.range,
        LocalizedText("The database has a protection class.", ja: "データベースに保護クラスが指定されています。"))
      return
    }
    for call in source.facts.calls("addPersistentStore") {
      guard let options = call.argument("options"), isOnDisk(call, source) else { continue }
      let value = source.fold(options, in: call.scope)
      if value == .none {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The store has no protection class: options is nil.", ja: "ストアの保護クラスが未指定です（options が nil）。"),
          severity: .low, confidence: .high, fix: Self.fix(of: options))
      } else if let known = source.dictionary(options, in: call.scope), !known.hasUnknownAdditions,
        !known.contains(anyOf: ["NSPersistentStoreFileProtectionKey"])
      {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "The store has no protection class: the options name no class.",
            ja: "ストアの保護クラスが未指定です（options にクラスの指定がない）。"),
          severity: .info, confidence: .high, fix: Self.fix(adding: options, source))
      }
    }
  }

  static let repair = LocalizedText(
    "Adds the protection class FileProtectionType.complete to the options.",
    ja: "options に保護クラス FileProtectionType.complete を追加します。")

  static let choice: LocalizedText? = LocalizedText(
    "While the device is locked the store cannot be read, by extensions and work in the background neither.",
    ja: "デバイスのロック中は、App Extension やバックグラウンド処理からもストアを読めなくなります。")

  private static let entry = "NSPersistentStoreFileProtectionKey: FileProtectionType.complete"

  private static func fix(of options: ExprSyntax) -> SourceFix? {
    guard let literal = options.as(NilLiteralExprSyntax.self) else { return nil }
    return SourceFix(repair, [WrittenValue.replacing(literal.nilKeyword, with: "[\(entry)]")])
  }

  private static func fix(adding options: ExprSyntax, _ source: SwiftSource) -> SourceFix? {
    DictionaryAddition(options, in: source).flatMap { SourceFix(repair, $0.adding(entry)) }
  }

  /// Whether the key is given any class but none.
  private func protects(_ source: SwiftSource) -> Bool {
    source.facts.references["none"].map { references in
      !references.contains {
        $0.node.parent?.as(MemberAccessExprSyntax.self)?.base.flatMap(NamePath.last) == "FileProtectionType"
      }
    } ?? true
  }

  private func isOnDisk(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let type = call.argument("ofType") ?? call.argument("type") else { return false }
    let name = source.fold(type, in: call.scope).symbol
    return ["NSSQLiteStoreType", "NSBinaryStoreType", "NSXMLStoreType", "sqlite", "binary", "xml"].contains(
      name ?? "")
  }
}

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
          severity: .info, confidence: .medium)
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
