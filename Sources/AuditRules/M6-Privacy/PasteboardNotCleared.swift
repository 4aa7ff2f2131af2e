import AuditEngine
import OmamoriCore
import OmamoriReport

/// An app that copies secrets without an end and never takes one back.
struct PasteboardNotCleared: ProjectRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-not-cleared",
    title: LocalizedText("Copied secrets are never cleared", ja: "コピーした秘密情報が消去されない"),
    why: LocalizedText(
      """
      What the app copied is still there when it has long left the screen. The next app, or the next person, finds it.
      """,
      ja: """
        アプリが画面から消えた後も、コピーした内容は残ります。次に開いたアプリや次にデバイスを使う人に見られます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Give entries an .expirationDate, or empty the pasteboard when the app leaves the foreground if changeCount is \
        still the one of your entry.
        """,
        ja: """
          .expirationDate を指定するか、changeCount が自分の書き込み時のままならアプリが背面に移るときに消去してください。
          """)),
    severity: .low, confidence: .medium, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView() } }
          func copy() { UIPasteboard.general.string = recoveryCode }
        }
        """,
      good: """
        @main struct MoonApp: App {
          var body: some Scene { WindowGroup { MoonView() } }
          func copy() { UIPasteboard.general.string = recoveryCode }
          func leave() { UIPasteboard.general.items = [] }
        }
        """))

  static let names = PasteboardWrite.names

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    var first: (use: NameUse, name: String)?
    for use in Self.names.sorted().flatMap({ project.uses(of: $0) }) where use.context == .app {
      // The line says what is put there; a call over several lines is judged by its beginning.
      let line = SwiftSource(TextSource(path: use.file, bytes: Array(use.snippet.utf8)))
      for write in PasteboardWrite.all(in: line) {
        if write.isClearing(line) || write.limits?.areGiven != false { return }
        if first == nil, let found = write.sensitive(line) { first = (use, found.name) }
      }
    }
    guard let (use, name) = first else { return }
    report.add(
      Self.self, at: use,
      LocalizedText(
        "“\(name)” is copied, and nothing in the app ever empties the pasteboard.",
        ja: "「\(name)」がコピーされますが、ペーストボードを消去する処理がアプリにありません。"))
  }
}
