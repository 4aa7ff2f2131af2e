import AuditEngine
import OmamoriCore
import OmamoriReport

/// A program whose stack may hold code.
struct BinaryStackExecutable: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-stack-executable",
    title: LocalizedText("Stack that may hold code", ja: "コードを実行できるスタック"),
    why: LocalizedText(
      "With MH_ALLOW_STACK_EXECUTION, bytes that an attacker writes into a buffer on the stack can be run as code.",
      ja: "MH_ALLOW_STACK_EXECUTION があると、攻撃者がスタック上のバッファに書き込んだバイト列をコードとして実行できます。"),
    fix: RuleFix(
      LocalizedText(
        "Remove -allow_stack_execute from the linker flags and build again.",
        ja: "リンカーのフラグから -allow_stack_execute を削除し、ビルドし直してください。")),
    severity: .high, confidence: .high, cwe: [119], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "flags: PIE ALLOW_STACK_EXECUTION",
      good: "flags: PIE"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    guard let slices = source.slices(where: { $0.slice.header.flags.contains(.allowsStackExecution) }) else {
      return
    }
    report.add(
      Self.self, quoting: "MH_ALLOW_STACK_EXECUTION",
      LocalizedText(
        "The stack of the program for \(slices) may hold code.",
        ja: "\(slices) 向けのプログラムのスタックではコードを実行できます。"))
  }
}
