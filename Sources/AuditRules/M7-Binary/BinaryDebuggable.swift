import AuditEngine
import OmamoriCore
import OmamoriReport

/// A build for other people that debuggers may attach to.
struct BinaryDebuggable: BundleRule {
  static let metadata = RuleMetadata(
    id: "binary-debuggable",
    title: LocalizedText("Shipped app that can be debugged", ja: "デバッグ可能な状態の配布アプリ"),
    why: LocalizedText(
      """
      With get-task-allow, whoever holds the device attaches a debugger, reads the memory of the app and calls its \
      functions.
      """,
      ja: "get-task-allow があると、デバイスを手にした人がデバッガーをアタッチし、アプリのメモリを読み、関数を呼び出せます。"),
    fix: RuleFix(
      LocalizedText(
        "Export with a distribution profile; Xcode then removes get-task-allow.",
        ja: "配布用プロファイルで書き出してください。Xcode が get-task-allow を取り除きます。")),
    severity: .high, confidence: .high, cwe: [489], owaspMobile2024: [.m7], owaspMobile2016: [.m10],
    example: RuleMetadata.Example(
      language: "macho", bad: "entitlements: get-task-allow",
      good: "entitlements: aps-environment"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    let distribution = bundle.distribution
    guard distribution.isShipped || distribution == .development else { return }
    for unit in bundle.units {
      guard let binary = unit.executable else { continue }
      let slices = binary.slices.filter { $0.signature?.allowsDebugging == true }
        .map(\.header.architecture.name).joined(separator: ", ")
      guard !slices.isEmpty else { continue }
      let isDevelopment = !distribution.isShipped
      report.add(
        Self.self, file: binary.path, region: .wholeFile, snippet: "get-task-allow = true",
        isDevelopment
          ? LocalizedText(
            "The development build for \(slices) lets debuggers attach, as such builds do.",
            ja: "\(slices) 向けの開発用ビルドにはデバッガーがアタッチできます（開発用では通常の状態です）。")
          : LocalizedText(
            "The signature for \(slices) grants get-task-allow in a build for other people.",
            ja: "配布用ビルドの \(slices) 向けの署名が get-task-allow を許可しています。"),
        severity: isDevelopment ? .info : nil)
    }
  }
}
