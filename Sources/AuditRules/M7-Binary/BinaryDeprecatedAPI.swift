import AuditEngine
import OmamoriCore
import OmamoriReport

/// Interfaces in machine code that were given up for safer ones.
struct BinaryDeprecatedAPI: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-deprecated-api",
    title: LocalizedText("Deprecated interface in the binary", ja: "バイナリ内の非推奨 API"),
    why: LocalizedText(
      """
      These interfaces were replaced because their design is unsafe: UIWebView runs scripts inside the app's process, \
      the old trust function hides errors, and the old archivers create objects of any class.
      """,
      ja: """
        これらの API は設計上安全でないため置き換えられました。UIWebView はアプリのプロセス内でスクリプトを実行し、\
        旧来の信頼評価関数はエラーを隠し、旧来のアーカイバーは任意のクラスのオブジェクトを生成します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use WKWebView, SecTrustEvaluateWithError and unarchivedObject(ofClass:from:), or update the library.",
        ja: "WKWebView、SecTrustEvaluateWithError、unarchivedObject(ofClass:from:) を使用するか、ライブラリを更新してください。"),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [477], owaspMobile2024: [.m7], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      language: "macho", bad: "imports: _OBJC_CLASS_$_UIWebView",
      good: "imports: _OBJC_CLASS_$_WKWebView"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    for (symbol, name, successor) in Self.imports {
      guard let slices = source.slices(where: { $0.imports.contains(symbol) }) else { continue }
      add(symbol, name, successor, slices, &report)
    }
    for (selector, successor) in Self.selectors {
      guard let slices = source.slices(where: { $0.objectiveC.selectors.contains(selector) }) else {
        continue
      }
      add(selector, selector, successor, slices, &report)
    }
  }

  private func add(
    _ quoted: String, _ name: String, _ successor: String, _ slices: String, _ report: inout FileReport
  ) {
    report.add(
      Self.self, quoting: quoted,
      LocalizedText(
        "The code for \(slices) uses \(name); use \(successor).",
        ja: "\(slices) 向けのコードが \(name) を使用しています。\(successor) を使用してください。"))
  }

  private static let imports = [
    ("_OBJC_CLASS_$_UIWebView", "UIWebView", "WKWebView"),
    ("_SecTrustEvaluate", "SecTrustEvaluate", "SecTrustEvaluateWithError"),
    ("_SSLCreateContext", "SSLCreateContext", "Network.framework"),
    ("_OBJC_CLASS_$_ABAddressBook", "ABAddressBook", "Contacts.framework"),
  ]

  private static let selectors = [
    ("unarchiveObjectWithData:", "unarchivedObjectOfClass:fromData:error:"),
    ("unarchiveObjectWithFile:", "unarchivedObjectOfClass:fromData:error:"),
    ("initForReadingWithData:", "initForReadingFromData:error:"),
  ]
}
