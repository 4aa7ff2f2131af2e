import AuditEngine
import OmamoriCore
import OmamoriReport

/// A segment that is written and run.
struct BinaryWritableExecutable: BinaryRule {
  static let metadata = RuleMetadata(
    id: "binary-writable-executable",
    title: LocalizedText("Memory that is writable and executable", ja: "書き込みも実行もできるメモリ"),
    why: LocalizedText(
      "Whoever can write into such a segment changes the code of the app, and the signature no longer protects it.",
      ja: "このセグメントに書き込める者はアプリのコードを変更でき、署名による保護が働かなくなります。"),
    fix: RuleFix(
      LocalizedText(
        "Remove -segprot and similar linker flags, and let data and code lie in segments of their own.",
        ja: "-segprot などのリンカーフラグを削除し、データとコードを別々のセグメントに置いてください。")),
    severity: .high, confidence: .high, cwe: [119], owaspMobile2024: [.m7], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "macho", bad: "segment: __DATA rwx",
      good: "segment: __DATA rw-"))

  func check(_ source: MachOSource, _ report: inout FileReport) {
    for image in source.images where image.slice.header.fileType.isLinked {
      for segment in image.slice.segments where segment.size > 0 {
        let isInitial = segment.initial.isSuperset(of: Self.both)
        guard isInitial || segment.maximum.isSuperset(of: Self.both) else { continue }
        // Older linkers allowed everything for every segment of programs for Intel, so that says little there.
        let isHabit = !isInitial && image.slice.header.architecture.type & 0x00FF_FFFF == 7
        let kind = isInitial ? "initprot" : "maxprot"
        report.add(
          Self.self, quoting: "\(image.name) \(segment.name) \(kind) rwx",
          LocalizedText(
            "The segment \(segment.name) for \(image.name) can be written and run (\(kind)).",
            ja: "\(image.name) 向けのセグメント \(segment.name) は書き込みと実行の両方が可能です（\(kind)）。"),
          severity: isHabit ? .low : nil, confidence: isHabit ? .low : nil)
      }
    }
  }

  private static let both: MachOSegment.Protection = [.write, .execute]
}
