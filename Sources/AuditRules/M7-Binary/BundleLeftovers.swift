import AuditEngine
import OmamoriCore
import OmamoriReport

/// Files in an app that only building needs.
struct BundleLeftovers: BundleRule {
  static let metadata = RuleMetadata(
    id: "bundle-leftovers",
    title: LocalizedText("Left-overs of development in the app", ja: "アプリに残った開発用ファイル"),
    why: LocalizedText(
      "Whoever unpacks the app reads them: sources, build scripts, names of interfaces, test data.",
      ja: "アプリを展開した人は、ソース、ビルドスクリプト、インターフェース名、テストデータを読めます。"),
    fix: RuleFix(
      LocalizedText(
        "Remove the files from the Copy Bundle Resources phase.",
        ja: "Copy Bundle Resources フェーズからファイルを外してください。")),
    severity: .medium, confidence: .medium, cwe: [540], owaspMobile2024: [.m7], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "macho", bad: "file: main.jsbundle.map",
      good: "file: main.jsbundle"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    var told: Set<String> = []
    for file in bundle.files {
      guard let leftover = Self.kind(of: file.path) else { continue }
      // A folder of leftovers is one thing to remove.
      guard told.insert(leftover.folder ?? file.path).inserted else { continue }
      let shown = leftover.folder ?? file.path
      report.add(
        Self.self, file: file.path, region: .wholeFile, snippet: file.name,
        LocalizedText(
          "The app carries “\(shown)”, \(leftover.meaning.english).",
          ja: "アプリに\(leftover.meaning.japanese)「\(shown)」が含まれています。"),
        severity: leftover.severity)
    }
  }

  private struct Leftover {
    let meaning: LocalizedText
    var severity: Severity?
    var folder: String?
  }

  private static func kind(of path: String) -> Leftover? {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last?.lowercased() else { return nil }
    if let index = names.dropLast().firstIndex(where: { $0 == ".git" || $0.hasSuffix(".xctest") }) {
      let folder = names[...index].joined(separator: "/")
      let meaning =
        names[index] == ".git"
        ? LocalizedText("the history of the source", ja: "ソースの履歴") : LocalizedText("tests", ja: "テスト")
      return Leftover(meaning: meaning, severity: names[index] == ".git" ? .high : nil, folder: folder)
    }
    let isInFramework = names.dropLast().contains { $0.hasSuffix(".framework") }
    if isInFramework, let index = names.firstIndex(where: { $0 == "Headers" || $0 == "Modules" }) {
      let folder = names[...index].joined(separator: "/")
      return Leftover(
        meaning: LocalizedText("interfaces for building", ja: "ビルド用のインターフェース"), severity: .low, folder: folder
      )
    }
    for (ending, meaning, severity) in endings where name.hasSuffix(ending) {
      return Leftover(meaning: meaning, severity: severity)
    }
    return nil
  }

  private static let source = LocalizedText("source code", ja: "ソースコード")
  private static let interface = LocalizedText("an interface for building", ja: "ビルド用のインターフェース")
  private static let script = LocalizedText("a script", ja: "スクリプト")

  private static let endings: [(String, LocalizedText, Severity?)] = [
    (".js.map", LocalizedText("a map to the source", ja: "ソースマップ"), nil),
    (".jsbundle.map", LocalizedText("a map to the source", ja: "ソースマップ"), nil),
    (".css.map", LocalizedText("a map to the source", ja: "ソースマップ"), .low),
    (".swift", source, nil), (".m", source, nil), (".mm", source, nil),
    (".swiftmodule", interface, nil), (".swiftinterface", interface, nil), (".swiftdoc", interface, .low),
    (".h", interface, .low), (".sh", script, nil), (".rb", script, nil),
    (".xcconfig", LocalizedText("build settings", ja: "ビルド設定"), nil),
    (".pbxproj", LocalizedText("a project file", ja: "プロジェクトファイル"), nil),
    (".orig", LocalizedText("a copy of an editor", ja: "エディターの控え"), .low),
    (".bak", LocalizedText("a copy of an editor", ja: "エディターの控え"), .low),
    (".ds_store", LocalizedText("names of files of a developer's folder", ja: "開発者のフォルダのファイル一覧"), .low),
    ("podfile", LocalizedText("a list of dependencies", ja: "依存関係の一覧"), .low),
    ("podfile.lock", LocalizedText("a list of dependencies", ja: "依存関係の一覧"), .low),
  ]
}
