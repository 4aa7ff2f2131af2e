import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport

/// Entitlements that give an app, or other code in it, more than it needs.
struct EntitlementExcessive: PropertyListRule {
  static let metadata = RuleMetadata(
    id: "entitlement-excessive",
    title: LocalizedText("Entitlement that opens too much", ja: "過大な権限を与えるエンタイトルメント"),
    why: LocalizedText(
      """
      An entitlement is a promise the system keeps: a wildcard keychain group lets every app of the team read the \
      items, and exceptions of the hardened runtime let foreign code into the process.
      """,
      ja: """
        エンタイトルメントはシステムがそのまま守る約束です。ワイルドカードの Keychain グループではチームのすべての\
        アプリが項目を読み取れ、Hardened Runtime の例外は外部のコードをプロセスに入り込ませます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Name the group that is shared, and remove exceptions that nothing in the app needs.",
        ja: "共有するグループ名を明記し、アプリに不要な例外を削除してください。"),
      library: .keychain),
    severity: .medium, confidence: .high, cwe: [732], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "entitlements",
      bad: """
        <plist version="1.0"><dict>
        <key>keychain-access-groups</key>
        <array><string>$(AppIdentifierPrefix)*</string></array>
        </dict></plist>
        """,
      good: """
        <plist version="1.0"><dict>
        <key>keychain-access-groups</key>
        <array><string>$(AppIdentifierPrefix)jp.example.tsukimi</string></array>
        </dict></plist>
        """))

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    guard list.kind == .entitlements, let entries = list.root.dictionary?.entries else { return }
    for entry in entries {
      for (range, message) in Self.excesses(of: entry) {
        report.add(Self.self, in: list.region(of: range), message)
      }
    }
  }

  /// What an entitlement gives too much of, with the part of the list that says so.
  static func excesses(of entry: PropertyListDictionary.Entry) -> [(
    range: TextRange?, message: LocalizedText
  )] {
    switch entry.key {
    case "keychain-access-groups", "com.apple.security.application-groups":
      return (entry.value.array ?? []).filter { $0.string?.hasSuffix("*") == true }.map { group in
        (
          group.range,
          LocalizedText(
            "\(group.string ?? "") shares with every app of the team.",
            ja: "\(group.string ?? "") はチームのすべてのアプリと共有されます。")
        )
      }
    default:
      guard let meaning = exceptions[entry.key], entry.value.boolean == true else { return [] }
      return [
        (
          entry.range,
          LocalizedText("\(entry.key) \(meaning.english).", ja: "\(entry.key) は\(meaning.japanese)。")
        )
      ]
    }
  }

  /// Exceptions of macOS's hardened runtime with what they open.
  private static let exceptions: [String: LocalizedText] = [
    "com.apple.security.cs.disable-library-validation": LocalizedText(
      "loads libraries that anyone signed", ja: "誰が署名したライブラリでも読み込みます"),
    "com.apple.security.cs.allow-unsigned-executable-memory": LocalizedText(
      "runs memory that nobody signed", ja: "署名のないメモリを実行します"),
    "com.apple.security.cs.allow-dyld-environment-variables": LocalizedText(
      "obeys DYLD variables, which inject libraries", ja: "ライブラリを注入する DYLD 環境変数に従います"),
    "com.apple.security.cs.disable-executable-page-protection": LocalizedText(
      "switches the protection of code pages off", ja: "コードページの保護を無効にします"),
  ]
}

/// The entitlements that were signed: an archive has no file of them.
extension EntitlementExcessive: BundleRule {
  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    for unit in bundle.units {
      guard let binary = unit.executable,
        let entries = binary.slices.lazy.compactMap(\.signature?.entitlements?.dictionary?.entries).first
      else { continue }
      for entry in entries {
        for (_, message) in Self.excesses(of: entry) {
          report.add(Self.self, file: binary.path, region: .wholeFile, snippet: entry.key, message)
        }
      }
    }
  }
}
