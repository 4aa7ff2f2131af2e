import AuditEngine
import OmamoriCore
import OmamoriReport

/// A certificate to pin to that is not there.
struct PinFileMissing: ProjectRule {
  static let metadata = RuleMetadata(
    id: "pin-file-missing",
    title: LocalizedText("Pinned certificate is not in the bundle", ja: "ピン留め用の証明書が含まれていない"),
    why: LocalizedText(
      """
      The app looks for a certificate that it does not carry. Depending on what follows, it then refuses every server \
      or checks none.
      """,
      ja: "アプリに含まれていない証明書を読み込もうとしています。その後の処理次第で、すべてのサーバーを拒否するか、まったく検証しないことになります。"),
    fix: RuleFix(
      LocalizedText(
        "Add the file to the resources of the target, or pin public keys with PinSet, which needs no file.",
        ja: "ファイルをターゲットのリソースに追加するか、ファイル不要の PinSet で公開鍵をピン留めしてください。"),
      library: .transport),
    severity: .high, confidence: .medium, cwe: [295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      language: "swift-with-certificate",
      bad: """
        @main struct Shop: App {
          let pin = Bundle.main.url(forResource: "missing", withExtension: "cer")
        }
        """,
      good: """
        @main struct Shop: App {
          let pin = Bundle.main.url(forResource: "server", withExtension: "cer")
        }
        """))

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    guard project.inventory.target.isApp else { return }
    let inventory = project.inventory
    let names = Set((inventory.files + inventory.others).map { $0.name.lowercased() })
    let skipped = Set(
      inventory.skipped.map { $0.file.split(separator: "/").last.map { $0.lowercased() } ?? "" })
    for use in project.apiUses {
      guard use.context == .app, case .bundledCertificate(let name) = use.subject,
        !names.contains(name.lowercased()), !skipped.contains(name.lowercased())
      else { continue }
      report.add(
        Self.self, at: use,
        LocalizedText(
          "\(name) is read from the bundle, and there is no such file in the tree.",
          ja: "\(name) をバンドルから読み込みますが、その名前のファイルがありません。"))
    }
  }
}
