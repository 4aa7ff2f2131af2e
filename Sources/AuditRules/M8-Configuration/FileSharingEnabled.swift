import AuditEngine
import OmamoriCore
import OmamoriReport

/// The Documents folder is open to a connected computer and the Files app while the app keeps its own data there.
struct FileSharingEnabled: ProjectRule {
  static let metadata = RuleMetadata(
    id: "file-sharing-enabled",
    title: LocalizedText("App data in a shared Documents folder", ja: "共有された書類フォルダにアプリのデータがある"),
    why: LocalizedText(
      """
      With file sharing on, whatever lies in Documents can be copied, read and replaced from a computer or the Files \
      app, databases and tokens included.
      """,
      ja: "ファイル共有が有効だと、書類フォルダのデータベースやトークンは、パソコンや「ファイル」アプリからコピー、閲覧、差し替えができます。"),
    fix: RuleFix(
      LocalizedText(
        "Keep the app's own files in Application Support and only documents of the person in Documents, or turn sharing off.",
        ja: "アプリ自身のファイルは Application Support に置き、書類フォルダには利用者の書類だけを置くか、共有を無効にしてください。"),
      library: .keychain),
    severity: .medium, confidence: .medium, cwe: [552], owaspMobile2024: [.m8], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      language: "plist-with-documents", bad: "<key>UIFileSharingEnabled</key><true/>",
      good: "<key>UIFileSharingEnabled</key><false/>"))

  /// Modules whose stores lie in Documents unless they are told otherwise, and those that are told a place.
  private static let inDocuments: Set<String> = ["RealmSwift", "Realm"]
  private static let elsewhere: Set<String> = ["SQLite3", "SQLite", "FMDB", "GRDB"]

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let uses = project.apiUses.filter { $0.subject == .documentsFolder && $0.context == .app }
    let databases = uses.isEmpty ? Self.inDocuments : Self.inDocuments.union(Self.elsewhere)
    let database = project.imports.intersection(databases).sorted().first
    guard !uses.isEmpty || database != nil else { return }
    for information in AppInformation.all(in: project) {
      for key in ["UIFileSharingEnabled", "LSSupportsOpeningDocumentsInPlace"] where information.isTrue(key) {
        guard let entry = information.entry(key) else { continue }
        let isDocumentApp =
          information.hasList("CFBundleDocumentTypes") || information.isTrue("UISupportsDocumentBrowser")
        let data = database ?? uses.first?.name ?? ""
        report.add(
          Self.self, file: entry.file, region: entry.region, snippet: entry.snippet,
          LocalizedText(
            "\(key) opens Documents, where the app keeps data (\(data)).",
            ja: "\(key) により書類フォルダが公開されますが、アプリはそこにデータを置いています（\(data)）。"),
          // Files that are no database are mostly those that a person is to share.
          severity: database == nil ? .info : isDocumentApp ? .low : .medium,
          related: uses.prefix(5).map {
            FindingStep(
              file: $0.file, region: $0.region,
              message: LocalizedText("Documents is used here.", ja: "ここで書類フォルダを使用しています。"))
          })
        break
      }
    }
  }
}
