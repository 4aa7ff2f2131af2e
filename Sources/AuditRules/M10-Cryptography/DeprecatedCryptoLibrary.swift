import AuditEngine
import OmamoriCore
import OmamoriReport

/// A cryptographic library that gets no repairs any more.
struct DeprecatedCryptoLibrary: ProjectRule {
  static let metadata = RuleMetadata(
    id: "deprecated-crypto-library",
    title: LocalizedText("Cryptographic library without support", ja: "サポートが終了した暗号ライブラリ"),
    why: LocalizedText(
      """
      Weaknesses of cryptographic libraries are looked for more than any other and are published with the means to \
      use them. A version without support stays open for ever.
      """,
      ja: "暗号ライブラリの脆弱性は特に熱心に研究され、攻撃手法とともに公表されます。サポートが終了した版は修正されないままです。"),
    fix: RuleFix(
      LocalizedText(
        "Use CryptoKit or OmamoriCrypto and drop the library, or update to a version with support.",
        ja: "CryptoKit または OmamoriCrypto へ移行してライブラリを取り除くか、サポート中の版へ更新してください。"),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [1104], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      language: "podfile-lock", bad: "PODS:\n  - OpenSSL-Universal (1.1.1100)\n",
      good: "PODS:\n  - OpenSSL-Universal (3.6.0)\n"))

  /// The day on which the dates below were last compared with the projects' pages.
  ///
  /// Source: <https://openssl-library.org/policies/releasestrat/>
  static let date = "2026-11-22"

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for component in project.lockedComponents {
      switch component.identity.name {
      case "openssl":
        guard let version = component.version, let end = Self.end(of: version.numbers) else { continue }
        report.add(
          Self.self, in: component.lock.text, at: component.package.range,
          Self.message("OpenSSL \(component.package.version ?? "")", end))
      case "olmkit", "olm":
        report.add(
          Self.self, in: component.lock.text, at: component.package.range,
          LocalizedText(
            "\(component.name) is deprecated in favour of vodozemac, and its side channels stay open.",
            ja: "\(component.name) は非推奨で（後継は vodozemac）、サイドチャネルの問題は修正されません。"))
      default: break
      }
    }
    for file in project.inventory.files + project.inventory.others where file.name == "opensslv.h" {
      check(file, &report)
    }
  }

  /// The header that every copy of OpenSSL brings says which version it is.
  private func check(_ file: SourceFile, _ report: inout ProjectReport) {
    guard file.size < 1 << 16, let text = try? TextSource(file) else { return }
    for line in text.numberedLines {
      let words = String(decoding: line.bytes, as: UTF8.self)
      guard words.contains("OPENSSL_VERSION_TEXT") || words.contains("OPENSSL_VERSION_STR "),
        let quote = words.firstIndex(of: "\"")
      else { continue }
      let written = words[words.index(after: quote)...].prefix { $0 != "\"" }
        .replacing("OpenSSL ", with: "").prefix { $0 != " " && $0 != "-" }
      let numbers = written.split(separator: ".").map { part in Int(part.prefix { $0.isNumber }) ?? -1 }
      guard numbers.count >= 2, let end = Self.end(of: numbers) else { return }
      report.add(
        Self.self, file: file.path, region: text.lines.region(of: line.range),
        snippet: text.lines.text(ofLine: line.number), Self.message("OpenSSL \(written)", end))
      return
    }
  }

  private static func message(_ name: String, _ end: String) -> LocalizedText {
    LocalizedText(
      "\(name) has had no public repairs since \(end) (table of \(date)).",
      ja: "\(name) は \(end) 以降、公開の修正が提供されていません（\(date) 時点の一覧）。")
  }

  /// The day on which public support of a series of OpenSSL ended, or `nil` while it goes on.
  ///
  /// Source: <https://openssl-library.org/policies/releasestrat/>, compared on 2026-11-22. A series whose last day could
  /// not be confirmed is not in the list.
  private static func end(of numbers: [Int]) -> String? {
    guard numbers.count >= 2 else { return nil }
    switch (numbers[0], numbers[1]) {
    case (0, _): return "2015-12-31"
    case (1, 0): return "2019-12-31"
    case (1, 1): return numbers.count > 2 && numbers[2] == 0 ? "2019-09-11" : "2023-09-11"
    case (3, 0): return "2026-09-07"
    case (3, 1): return "2025-03-14"
    case (3, 2): return "2025-11-23"
    case (3, 3): return "2026-04-09"
    default: return nil
    }
  }
}
