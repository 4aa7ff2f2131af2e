import AuditEngine
import OmamoriCore
import OmamoriReport

/// Code that copies into buffers without a guard value before the return address.
struct BinaryNoCanary: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-no-canary",
    title: LocalizedText("No guard on the stack", ja: "スタックの保護がない"),
    why: LocalizedText(
      """
      C, C++ and Objective-C code that writes beyond a buffer on the stack overwrites the return address. A guard value \
      (-fstack-protector) ends the program before the address is used.
      """,
      ja: """
        C・C++・Objective-C のコードがスタック上のバッファを越えて書き込むと、戻りアドレスが上書きされます。\
        保護値（-fstack-protector）があれば、そのアドレスが使われる前にプログラムが終了します。
        """),
    fix: RuleFix(
      LocalizedText(
        "Build with -fstack-protector-strong and remove -fno-stack-protector.",
        ja: "-fstack-protector-strong を付けてビルドし、-fno-stack-protector を削除してください。")),
    severity: .medium, confidence: .medium, cwe: [693], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "imports: ___strcpy_chk _fgets",
      good: "imports: ___strcpy_chk _fgets ___stack_chk_fail ___stack_chk_guard"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    guard let slices = source.slices(where: { Self.isUnguarded($0) }) else { return }
    let used = source.images.flatMap { Self.bufferFunctions.filter($0.imports.contains) }
    let names = Set(used).sorted().prefix(3).map { String($0.dropFirst()) }.joined(separator: ", ")
    report.add(
      Self.self, quoting: "no ___stack_chk_fail",
      LocalizedText(
        "The code for \(slices) uses \(names) and has no guard on the stack.",
        ja: "\(slices) 向けのコードは \(names) を使用していますが、スタックの保護がありません。"))
  }

  /// Whether functions that write into buffers of the caller are used, and nothing watches the stack.
  private static func isUnguarded(_ image: MachOImage) -> Bool {
    guard image.slice.header.fileType.isLinked else { return false }
    let isGuarded = guards.contains(where: image.imports.contains)
    return !isGuarded && bufferFunctions.contains(where: image.imports.contains) && !image.definesGuard
  }

  static let guards = ["___stack_chk_fail", "___stack_chk_guard"]

  /// Functions that C code gives buffers on the stack; Swift has no use for them.
  private static let bufferFunctions = [
    "___strcpy_chk", "___strcat_chk", "___sprintf_chk", "___vsprintf_chk", "___strncpy_chk", "___strncat_chk",
    "_strcpy", "_strcat", "_sprintf", "_vsprintf", "_gets", "_fgets", "_scanf", "_sscanf", "_fscanf",
  ]
}
