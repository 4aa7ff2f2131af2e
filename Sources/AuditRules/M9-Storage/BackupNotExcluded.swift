import AuditEngine
import OmamoriCore
import OmamoriReport

/// Sensitive data in a folder that backups copy.
struct BackupNotExcluded: SwiftRule {
  static let metadata = RuleMetadata(
    id: "backup-not-excluded",
    title: LocalizedText("Sensitive file in backups", ja: "バックアップに含まれる機密ファイル"),
    why: LocalizedText(
      """
      Documents and Application Support are copied to iCloud and to computers. What lies there leaves the \
      device, also when it is deleted in the app later.
      """,
      ja: """
        Documents や Application Support は iCloud やパソコンにコピーされます。\
        置かれたデータはデバイスの外に出て、アプリで削除しても残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set isExcludedFromBackup after every write, or keep the file in Caches; keys belong into the \
        Keychain.
        """,
        ja: """
          書き込むたびに isExcludedFromBackup を設定するか、Caches に置いてください。\
          鍵は Keychain に保存します。
          """),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [530], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        let file = URL.documentsDirectory.appending(path: "journal.sealed")
        try sealedJournal.write(to: file, options: .completeFileProtection)
        """,
      good: """
        let file = URL.cachesDirectory.appending(path: "journal.sealed")
        try sealedJournal.write(to: file, options: .completeFileProtection)
        """))

  static let triggers: Set<String> = Set(openers).union(["write", "createFile", "isExcludedFromBackup"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    if StoragePlace.excludesFromBackup(source) {
      for reference in source.facts.references["isExcludedFromBackup"] ?? [] {
        report.note(
          .backupExclusion, at: reference.range,
          LocalizedText("A file is excluded from backups.", ja: "ファイルをバックアップから除外しています。"))
      }
    }
    let writes = FileWrite.all(in: source)
    let covered = Self.isCovered(writes, source)
    for write in writes where !covered(write) {
      guard write.isSealed(in: source), let place = write.destination,
        StoragePlace.isBackedUp(place, in: write.call.scope, source)
      else { continue }
      report.add(
        Self.self, at: write.call.range,
        LocalizedText(
          "\(source.quote(write.data, limit: 40)) is written to a folder that backups copy.",
          ja: "\(source.quote(write.data, limit: 40)) がバックアップ対象のフォルダに書き込まれています。"))
    }
    guard !StoragePlace.excludesFromBackup(source),
      Self.openers.contains(where: { source.facts.references[$0] != nil })
    else { return }
    for name in ["appending", "appendingPathComponent", "appendingPathExtension"] {
      for call in source.facts.calls(name) { checkDatabase(call, source, &report) }
    }
  }

  /// Tells whether what excludes files from backups may be about a write.
  ///
  /// A function that writes a file and excludes one is taken to mean its own; any other exclusion may be about all.
  private static func isCovered(_ writes: [FileWrite], _ source: SwiftSource) -> (FileWrite) -> Bool {
    func function(_ scope: ScopeID) -> ScopeID? { source.facts.function(around: scope)?.scope }
    let writers = Set(writes.map { function($0.call.scope) })
    var own: Set<ScopeID> = []
    for name in StoragePlace.exclusions(in: source) {
      for reference in source.facts.references[name] ?? [] {
        guard let place = function(reference.scope), writers.contains(place) else { return { _ in true } }
        own.insert(place)
      }
    }
    return { write in function(write.call.scope).map(own.contains) ?? !own.isEmpty }
  }

  private func checkDatabase(_ call: Call, _ source: SwiftSource, _ report: inout FileReport) {
    guard let name = call.arguments.first.flatMap({ source.fold($0.value, in: call.scope).string }),
      Self.extensions.contains(where: { name.hasSuffix($0) }), let base = call.receiver,
      StoragePlace.isBackedUp(base, in: call.scope, source)
    else { return }
    report.add(
      Self.self, at: call.range,
      LocalizedText(
        "The database \(name) lies in a folder that backups copy.",
        ja: "データベース \(name) がバックアップ対象のフォルダに置かれています。"),
      confidence: holdsSecrets(source) ? .medium : .low)
  }

  /// Whether a table or a name of the file is about a secret.
  private func holdsSecrets(_ source: SwiftSource) -> Bool {
    source.facts.strings.contains { !SQLColumns.sensitive(in: $0.node).isEmpty }
      || source.facts.bindings.contains { StoredSecret.meaning(of: $0.name) == .secret }
  }

  private static let openers = [
    "sqlite3_open", "sqlite3_open_v2", "Connection", "DatabaseQueue", "DatabasePool", "FMDatabase",
    "NSPersistentStoreDescription", "addPersistentStore", "ModelConfiguration",
  ]
  private static let extensions = [".sqlite", ".sqlite3", ".db", ".realm", ".store"]
}
