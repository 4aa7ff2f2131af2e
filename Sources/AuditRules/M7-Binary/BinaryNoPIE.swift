import AuditEngine
import OmamoriCore
import OmamoriReport

/// A program that is always loaded at the same address.
struct BinaryNoPIE: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-no-pie",
    title: LocalizedText("Program at a fixed address", ja: "固定アドレスに読み込まれるプログラム"),
    why: LocalizedText(
      """
      Without MH_PIE the code lies at an address that everybody knows, so an attacker who can corrupt memory also \
      knows where to jump.
      """,
      ja: "MH_PIE がないとコードの位置が誰にでも分かるため、メモリを破壊できる攻撃者はジャンプ先も特定できます。"),
    fix: RuleFix(
      LocalizedText(
        "Remove -no_pie, LD_NO_PIE and GCC_DYNAMIC_NO_PIC from the build settings and build again.",
        ja: "ビルド設定から -no_pie、LD_NO_PIE、GCC_DYNAMIC_NO_PIC を削除し、ビルドし直してください。")),
    severity: .high, confidence: .high, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "flags: NOUNDEFS DYLDLINK TWOLEVEL",
      good: "flags: NOUNDEFS DYLDLINK TWOLEVEL PIE"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    let slices = source.slices { image in
      image.slice.header.fileType == .executable && !image.slice.header.flags.contains(.positionIndependent)
    }
    guard let slices else { return }
    report.add(
      Self.self, quoting: "MH_EXECUTE without MH_PIE",
      LocalizedText(
        "The program for \(slices) is loaded at a fixed address.",
        ja: "\(slices) 向けのプログラムは固定アドレスに読み込まれます。"))
  }
}
