import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Pages that may read the files of the app.
struct WebViewFileAccess: FixingRule {
  static let metadata = RuleMetadata(
    id: "webview-file-access",
    title: LocalizedText("Web pages may read local files", ja: "ウェブページがローカルファイルを読み取れる"),
    why: LocalizedText(
      """
      A script in a page that is loaded from a file reads other files of the app and sends them away: \
      databases, tokens, documents.
      """,
      ja: """
        ファイルから読み込まれたページ内のスクリプトが、アプリの他のファイル（データベース、トークン、書\
        類）を読み取って外部へ送信できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Leave the file-access switches alone and give loadFileURL read access to the page or its own \
        folder.
        """,
        ja: """
          ファイルアクセスの設定は変更せず、loadFileURL の読み取り許可はページ自身かその専用フォルダに\
          限定してください。
          """)),
    severity: .high, confidence: .high, cwe: [749], owaspMobile2024: [.m8], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")
        """,
      good: "web.loadFileURL(page, allowingReadAccessTo: page)"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("setValue") {
      guard
        let key = source.fold(call.argument("forKey") ?? call.argument("forKeyPath"), in: call.scope).string,
        let name = key.split(separator: ".").last, Self.keys.contains(String(name)),
        let value = call.arguments.first?.value, Self.isOn(source.fold(value, in: call.scope))
      else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(name) lets pages from files read other files.",
          ja: "\(name) により、ファイルから読み込んだページが他のファイルを読み取れます。"),
        fix: SourceFix(Self.repair, [WrittenValue.opposite(of: value)].compactMap(\.self)))
    }
    for call in source.facts.calls("loadFileURL") {
      guard let folder = call.argument("allowingReadAccessTo"),
        let name = wideFolder(folder, call.scope, source)
      else { continue }
      report.add(
        Self.self, at: folder.utf8Range,
        LocalizedText(
          "The page may read everything in \(name).", ja: "ページから \(name) 内のすべてを読み取れます。"),
        confidence: .medium)
    }
  }

  static let repair = LocalizedText("Switches the access to files off.", ja: "ファイルへのアクセスを無効にします。")

  private static func isOn(_ value: Value) -> Bool {
    value.boolean == true || ["YES", "true", "1"].contains(value.string ?? "")
  }

  /// The folder that `expression` is, if it holds more than a page.
  private func wideFolder(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    if let call = Call(expression, scope: scope) {
      if call.name == "URL", source.fold(call.arguments.first?.value, in: scope).string == "/" { return "/" }
      if call.name == "URL", let inner = call.arguments.first.flatMap({ Call($0.value, scope: scope) }) {
        return inner.name == "NSHomeDirectory" ? inner.name : nil
      }
      return nil
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      return Self.folders.contains(name) ? name : nil
    }
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let binding = source.binding(named: name, from: scope), let value = binding.value
    else { return nil }
    if value.trimmedDescription.contains(".documentDirectory"),
      !value.trimmedDescription.contains("appending")
    {
      return name
    }
    return value.is(DeclReferenceExprSyntax.self) ? nil : wideFolder(value, binding.scope, source)
  }

  private static let keys: Set = [
    "allowFileAccessFromFileURLs", "allowUniversalAccessFromFileURLs", "_allowFileAccessFromFileURLs",
    "_allowUniversalAccessFromFileURLs",
  ]
  private static let folders: Set = [
    "documentsDirectory", "homeDirectory", "homeDirectoryForCurrentUser", "libraryDirectory",
    "applicationSupportDirectory",
  ]
}
