import AuditEngine
import OmamoriCore
import OmamoriReport

/// Names of the app's own functions in what is shipped.
struct BinaryDebugSymbols: BundleRule {
  static let metadata = RuleMetadata(
    id: "binary-debug-symbols",
    title: LocalizedText("Debug symbols in a shipped app", ja: "配布アプリに残るデバッグシンボル"),
    why: LocalizedText(
      "The names of private functions and source files show a reader at once where to look for checks and keys.",
      ja: "非公開の関数名やソースファイル名から、検査処理や鍵のある場所がすぐに分かります。"),
    fix: RuleFix(
      LocalizedText(
        "Archive with STRIP_INSTALLED_PRODUCT = YES and STRIP_STYLE = all, and keep the dSYM for crash reports.",
        ja: "STRIP_INSTALLED_PRODUCT = YES、STRIP_STYLE = all でアーカイブし、dSYM はクラッシュ解析用に保管してください。")),
    severity: .low, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      language: "macho", bad: "local symbols: _checkLicense",
      good: "imports: _malloc"))

  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    let severity: Severity
    switch bundle.distribution {
    case .adHoc, .enterprise, .everybody: severity = Self.metadata.severity
    case .development: severity = .info
    case .simulator, .unknown: return
    }
    for binary in bundle.binaries {
      guard let slice = binary.slices.first(where: { Self.isTelling($0) }) else { continue }
      let counts = slice.symbolCounts
      let kinds = [
        counts.debugging > 0
          ? ("\(counts.debugging) debugger symbols", "デバッガー用シンボル \(counts.debugging) 個") : nil,
        counts.local > 0
          ? (
            "\(counts.local) local symbols such as \(counts.samples.first ?? "")",
            "ローカルシンボル \(counts.local) 個（\(counts.samples.first ?? "") など）"
          ) : nil,
        Self.hasDebugSections(slice) ? ("DWARF sections", "DWARF セクション") : nil,
      ].compactMap { $0 }
      report.add(
        Self.self, file: binary.path, region: .wholeFile,
        snippet: counts.samples.first ?? "debugging symbols",
        LocalizedText(
          "The slice for \(slice.header.architecture.name) has \(kinds.map(\.0).joined(separator: ", ")).",
          ja: "\(slice.header.architecture.name) 向けのスライスに\(kinds.map(\.1).joined(separator: "、"))が残っています。"),
        severity: severity)
    }
  }

  private static func isTelling(_ slice: MachOSlice) -> Bool {
    slice.header.fileType.isLinked
      && (slice.symbolCounts.debugging > 0 || slice.symbolCounts.local > 0 || hasDebugSections(slice))
  }

  private static func hasDebugSections(_ slice: MachOSlice) -> Bool {
    slice.segments.contains { $0.name == "__DWARF" } || slice.section("__debug_info") != nil
  }
}
