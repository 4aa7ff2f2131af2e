import AuditEngine
import OmamoriCore
import OmamoriReport

/// A build phase that runs what it has just downloaded.
struct BuildScriptDownload: ProjectRule {
  static let metadata = RuleMetadata(
    id: "build-script-download",
    title: LocalizedText("Build runs a downloaded program", ja: "ビルド時にダウンロードしたプログラムを実行している"),
    why: LocalizedText(
      """
      Every build runs whatever the server sends at that moment, with the rights and signing keys of the machine that \
      builds the app. Whoever changes the answer owns the app.
      """,
      ja: """
        ビルドのたびに、その時点でサーバーが返す内容が、ビルド用マシンの権限と署名鍵のもとで実行されます。\
        応答を改ざんした者はアプリを支配できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Commit the tool or pin its version, and compare its checksum before it runs.",
        ja: "ツールをリポジトリに含めるかバージョンを固定し、実行前にチェックサムを照合してください。")),
    severity: .high, confidence: .medium, cwe: [494], owaspMobile2024: [.m2], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "sh", bad: "curl -sSL https://tools.example.jp/setup.sh | sh",
      good: "Tools/setup.sh"))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for xcode in project.inventory.layout.xcodeProjects {
      for target in xcode.targets {
        for script in target.scripts {
          guard let command = Self.downloadedCommand(in: script.script) else { continue }
          report.add(
            Self.self, in: xcode.text, at: script.range,
            LocalizedText(
              "A script of \(target.name) runs what \(command) downloads.",
              ja: "\(target.name) のスクリプトが \(command) でダウンロードした内容を実行しています。"))
        }
      }
    }
  }

  /// The command that downloads in a line such as `curl … | sh`, `sh <(curl …)`, `bash -c "$(curl …)"` or `npx tool`.
  static func downloadedCommand(in script: String) -> String? {
    for line in script.split(whereSeparator: \.isNewline) {
      let code = line.drop { $0 == " " || $0 == "\t" }
      guard !code.hasPrefix("#") else { continue }
      let words = code.split { !($0.isLetter || $0.isNumber || "-_./@".contains($0)) }.map(String.init)
      guard let loader = words.first(where: loaders.contains) else {
        if let runner = unpinned(words) { return runner }
        continue
      }
      let commands = code.split(separator: "|").map { part in
        part.split { " ;&(".contains($0) }.first { $0 != "sudo" }.map(String.init) ?? ""
      }
      let downloads = commands.first.map(loaders.contains) ?? false
      let isPiped =
        downloads
        && commands.dropFirst().contains {
          shells.contains($0.split(separator: "/").last.map(String.init) ?? $0)
        }
      let isSubstituted =
        (code.contains("$(\(loader)") || code.contains("`\(loader)") || code.contains("<(\(loader)"))
        && words.contains {
          shells.contains($0.split(separator: "/").last.map(String.init) ?? $0) || $0 == "eval"
        }
      if isPiped || isSubstituted { return loader }
    }
    return nil
  }

  /// `npx tool` takes the newest version each time; `npx tool@1.2.3` does not.
  private static func unpinned(_ words: [String]) -> String? {
    guard let index = words.firstIndex(of: "npx") else { return nil }
    let package = words[(index + 1)...].first { !$0.hasPrefix("-") }
    return package.map { $0.dropFirst().contains("@") } == false ? "npx" : nil
  }

  private static let loaders: Set<String> = ["curl", "wget"]
  private static let shells: Set<String> = ["sh", "bash", "zsh", "ruby", "python", "python3", "node", "perl"]
}
