import AuditEngine
import OmamoriCore
import OmamoriReport

/// Objective-C whose objects are counted by hand.
struct BinaryNoARC: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-no-arc",
    title: LocalizedText("Objective-C without automatic reference counting", ja: "ARC を使わない Objective-C"),
    why: LocalizedText(
      """
      Where retain and release are written by hand, one too many leaves a pointer to freed memory, which an attacker \
      can fill with an object of his own.
      """,
      ja: """
        retain と release を手で書くと、余分な 1 回で解放済みメモリへのポインターが残ります。\
        攻撃者はそこに別のオブジェクトを置けます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set CLANG_ENABLE_OBJC_ARC = YES and remove -fno-objc-arc from the files that have it.",
        ja: "CLANG_ENABLE_OBJC_ARC = YES を設定し、各ファイルの -fno-objc-arc を削除してください。")),
    severity: .medium, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "class: Ledger\nselectors: retain release",
      good: "class: Ledger\nimports: _objc_storeStrong _objc_release"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    guard let slices = source.slices(where: { Self.countsByHand($0) }),
      let sample = source.images.lazy.compactMap(\.objectiveC.ownClasses.first).first
    else { return }
    report.add(
      Self.self, quoting: "\(sample.name): retain, release",
      LocalizedText(
        "The Objective-C code for \(slices), such as the class \(sample.name), retains and releases by hand.",
        ja: "\(slices) 向けの Objective-C コード（クラス \(sample.name) など）は retain と release を手動で呼び出しています。"))
  }

  private static func countsByHand(_ image: MachOImage) -> Bool {
    let selectors = image.objectiveC.selectors
    return !image.objectiveC.ownClasses.isEmpty && selectors.contains("release")
      && (selectors.contains("retain") || selectors.contains("autorelease"))
      && !automatic.contains(where: image.imports.contains)
  }

  /// What the compiler calls only where it counts by itself.
  private static let automatic = [
    "_objc_storeStrong", "_objc_retainAutoreleasedReturnValue", "_objc_unsafeClaimAutoreleasedReturnValue",
    "_objc_claimAutoreleasedReturnValue", "_objc_autoreleaseReturnValue",
    "_objc_retainAutoreleaseReturnValue",
    "_objc_retainAutorelease", "_objc_initWeak", "_objc_loadWeakRetained", "_objc_copyWeak",
  ]
}
