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
    var columns: [Int: [Column]] = [:]
    for literal in source.facts.strings {
      for column in SQLColumns.sensitive(in: literal.node) {
        columns[literal.range.lowerBound, default: []].append(
          Column(name: column.name, isGrave: column.isGrave, range: column.range))
      }
    }
    if !source.facts.imports.isDisjoint(with: ["GRDB", "SQLite", "FMDB"]) {
      for call in source.facts.calls("column") {
        guard let name = call.arguments.first.flatMap({ source.fold($0.value, in: call.scope).string }),
          let secret = StoredSecret(value: nil, key: call.arguments.first?.value, in: call.scope, source)
        else { continue }
        columns[source.facts.scopes[call.scope.index].range.lowerBound, default: []].append(
          Column(name: name, isGrave: secret.isGrave, range: call.range))
      }
    }
    for table in columns.keys.sorted() { add(columns[table] ?? [], &report) }
  }

  /// A column or property, known by its name alone.
  private struct Column {
    let name: String
    let isGrave: Bool
    let range: Range<Int>

    /// How much the name promises: secrets of users first, those of the app last.
    var rank: Int {
      let words = Set(Words.of(name))
      if !words.isDisjoint(with: ["password", "passcode", "pin", "refresh", "user"]) { return 0 }
      return words.isDisjoint(with: ["client", "app"]) ? 1 : 2
    }

    /// Whether it holds a file that is wrapped by itself: `masterkeyFileData`.
    var isWrapped: Bool {
      !Set(Words.of(name)).isDisjoint(with: ["file", "wrapped", "blob", "jwe", "container"])
    }
  }

  /// One finding says enough about an entity.
  private func add(_ columns: [Column], _ report: inout FileReport) {
    let grave = columns.filter { $0.isGrave && !$0.isWrapped }
    guard let first = grave.min(by: { ($0.rank, $0.range.lowerBound) < ($1.rank, $1.range.lowerBound) })
    else {
      for column in columns { add(column.name, false, at: column.range, .low, &report) }
      return
    }
    add(first.name, true, at: first.range, .medium, &report, others: grave.count - 1)
  }

  private func add(
    _ name: String, _ isGrave: Bool, at range: Range<Int>, _ confidence: Confidence,
    _ report: inout FileReport,
    flow: [FindingStep] = [], others: Int = 0
  ) {
    let more = others == 0 ? ("", "") : (" (and \(others) more of the same record)", "（同じレコードに他 \(others) 件）")
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name)\(more.0) is kept in the database as clear text.", ja: "\(name)\(more.1) がデータベースに平文で保存されています。"
      ),
      severity: isGrave ? .medium : .low, confidence: isGrave ? confidence : .low, flow: flow)
  }

  /// `object.setValue(pin, forKey: "pin")` of a managed object.
  private func checkValues(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("setValue") {
      guard let value = call.arguments.first?.value, let key = call.argument("forKey"),
        let receiver = call.receiver,
        !NamePath.of(receiver).contains(where: { Words.of($0).contains("defaults") }),
        let secret = StoredSecret(value: value, key: key, in: call.scope, source)
      else { continue }
      add(secret.name, secret.isGrave, at: call.range, secret.confidence, &report, flow: secret.steps)
    }
  }

  /// Stored properties of models: `@NSManaged`, `@Model`, `@Persisted` and `@objc dynamic` of Realm.
  private func checkModels(_ source: SwiftSource, _ report: inout FileReport) {
    let models = Set(source.facts.types.filter { $0.attributes.contains("Model") }.map(\.scope))
    let isRealm = !source.facts.imports.isDisjoint(with: ["RealmSwift", "Realm"])
    let realm = Set(
      source.facts.types.filter { isRealm && $0.inherited.contains("Object") }.map(\.scope))
    var columns: [ScopeID: [Column]] = [:]
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
      columns[binding.scope, default: []].append(
        Column(name: binding.name, isGrave: secret, range: binding.range))
    }
    for scope in columns.keys.sorted(by: { $0.index < $1.index }) { add(columns[scope] ?? [], &report) }
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

extension DatabaseSecretPlaintext: FlowRule {
  static let places: FlowSinkClass = .databases
  static let sources: TaintKind = [.secret, .personal]
  static let family: Set<RuleID> = ["user-password-persisted"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.source) is kept in the database as clear text (\(arrival.sink)).",
      ja: "\(arrival.source) がデータベースに平文で保存されています（\(arrival.sink)）。")
  }

  func severity(_ arrival: FlowArrival) -> Severity? { DisclosedValue.severity(arrival) }
  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
