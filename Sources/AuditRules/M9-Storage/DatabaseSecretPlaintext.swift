import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret kept in a database as it is.
struct DatabaseSecretPlaintext: SwiftRule {
  static let metadata = RuleMetadata(
    id: "database-secret-plaintext",
    title: LocalizedText("Secret in a plain database", ja: "平文データベースの秘密情報"),
    why: LocalizedText(
      """
      A Core Data, SwiftData, Realm or SQLite store is a file that any SQLite or Realm viewer opens; \
      backups contain it.
      """,
      ja: """
        Core Data、SwiftData、Realm、SQLite のストアは、閲覧ツールで開ける普通のファイルで\
        す。バックアップにも含まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Keep secrets in the Keychain and store only a reference, or seal the field first (FieldSealer); Realm \
        takes an encryptionKey.
        """,
        ja: """
          秘密情報は Keychain に置いて参照だけを保存するか、フィールドを暗号化（FieldSealer）してください。\
          Realm では encryptionKey を指定できます。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [312, 256], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    masvs: ["STORAGE-1"], mastg: [52],
    example: RuleMetadata.Example(
      bad: """
        import CoreData
        friend.setValue(transferPin, forKey: "pin")
        """,
      good: """
        import CoreData
        friend.setValue(sealedTransferDetails, forKey: "sealedTransferDetails")
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !isEncrypted(source) else { return }
    if source.facts.imports.contains("CoreData") { checkValues(source, &report) }
    checkModels(source, &report)
    for literal in source.facts.strings {
      for column in SQLColumns.sensitive(in: literal.node) {
        add(column.name, column.isGrave, at: column.range, &report)
      }
    }
    guard !source.facts.imports.isDisjoint(with: ["GRDB", "SQLite", "FMDB"]) else { return }
    for call in source.facts.calls("column") {
      guard let name = call.arguments.first.flatMap({ source.fold($0.value, in: call.scope).string }),
        let secret = StoredSecret(value: nil, key: call.arguments.first?.value, in: call.scope, source)
      else { continue }
      add(name, secret.isGrave, at: call.range, &report)
    }
  }

  private func add(
    _ name: String, _ isGrave: Bool, at range: Range<Int>, _ report: inout FileReport,
    flow: [FindingStep] = []
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) is kept in the database as clear text.", ja: "\(name) がデータベースに平文で保存されています。"),
      severity: isGrave ? .high : .low, confidence: isGrave ? .high : .low, flow: flow)
  }

  /// `object.setValue(pin, forKey: "pin")` of a managed object.
  private func checkValues(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("setValue") {
      guard let value = call.arguments.first?.value, let key = call.argument("forKey"),
        let receiver = call.receiver,
        !NamePath.of(receiver).contains(where: { Words.of($0).contains("defaults") }),
        let secret = StoredSecret(value: value, key: key, in: call.scope, source)
      else { continue }
      add(secret.name, secret.isGrave, at: call.range, &report, flow: secret.steps)
    }
  }

  /// Stored properties of models: `@NSManaged`, `@Model`, `@Persisted` and `@objc dynamic` of Realm.
  private func checkModels(_ source: SwiftSource, _ report: inout FileReport) {
    let models = Set(source.facts.types.filter { $0.attributes.contains("Model") }.map(\.scope))
    let isRealm = !source.facts.imports.isDisjoint(with: ["RealmSwift", "Realm"])
    let realm = Set(
      source.facts.types.filter { isRealm && $0.inherited.contains("Object") }.map(\.scope))
    for binding in source.facts.bindings where binding.kind == .variable {
      // Most variables are neither in a model nor marked as a part of one.
      guard !binding.attributes.isEmpty || !models.isEmpty || isRealm else { continue }
      let attributes = Set(binding.attributes.map { $0.attributeName.writtenName })
      let isStored =
        !attributes.isDisjoint(with: ["NSManaged", "Persisted"]) || models.contains(binding.scope)
        || realm.contains(binding.scope)
      guard isStored, attributes.isDisjoint(with: ["Transient", "Relationship"]), !isTransformed(binding),
        isText(binding), let meaning = StoredSecret.meaning(of: binding.name)
      else { continue }
      let secret = StoredSecret.isGrave(binding.name, meaning)
      add(binding.name, secret, at: binding.range, &report)
    }
  }

  private func isTransformed(_ binding: Binding) -> Bool {
    binding.attributes.contains { attribute in
      let text = attribute.trimmedDescription
      return text.contains("transformable") || text.contains("ephemeral")
    }
  }

  private func isText(_ binding: Binding) -> Bool {
    guard let type = binding.type?.writtenName else {
      return binding.value?.is(StringLiteralExprSyntax.self) ?? false
    }
    return type.hasPrefix("String") || type.hasPrefix("NSString")
  }

  /// Whether the store as a whole is encrypted: SQLCipher or a keyed Realm.
  private func isEncrypted(_ source: SwiftSource) -> Bool {
    if !source.facts.imports.isDisjoint(with: ["SQLCipher", "GRDBCipher"]) { return true }
    if ["encryptionKey", "sqlite3_key", "sqlite3_key_v2", "usePassphrase"].contains(where: {
      source.facts.references[$0] != nil
    }) {
      return true
    }
    return source.facts.calls("Configuration").contains { $0.argument("encryptionKey") != nil }
  }
}
