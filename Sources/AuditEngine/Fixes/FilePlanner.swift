import OmamoriReport

/// Works out the fixes of one file and proves them before anything is written.
struct FilePlanner {
  /// Audits a file on its own, with fixes.
  private let auditor: FileAuditor

  /// How many fixes of a file are tried one by one when all of them together do not do; fewer in long files, as each
  /// trial audits the file.
  private static func trials(for text: [UInt8]) -> Int { min(64, max(1, (1 << 20) / max(1, text.count))) }

  /// Makes a planner for the rules and the conditions of an audit.
  init(rules: RuleSelection, flags: CompilationConditions) {
    var auditor = FileAuditor(rules: rules, flags: flags)
    auditor.offersFixes = true
    self.auditor = auditor
  }

  /// The plan for `file`, whose findings in `wanted` may be repaired; `nil` when there is no fix for any of them.
  func plan(_ file: SourceFile, for wanted: [Finding]) -> FilePlan? {
    guard file.kind == .swift, ![.vendor, .generated].contains(file.context), let bytes = try? file.bytes()
    else { return nil }
    let (mark, text) = Self.divided(bytes)
    guard let before = examined(text, file) else { return nil }
    let places = Set(wanted.map(Place.init))
    let repairs = before.findings.enumerated()
      .compactMap { index, finding in
        before.fixes[index].map { FilePlan.Repair(finding: finding, fix: $0) }
      }
      .filter { places.contains(Place($0.finding)) }
      .sorted { ($0.finding.region, $0.finding.rule) < ($1.finding.region, $1.finding.rule) }
    guard !repairs.isEmpty else { return nil }
    let plan = FilePlan(
      file: file, repairs: repairs, old: bytes, new: bytes, replacements: [], mask: before.mask)
    guard String(validating: text, as: UTF8.self) != nil else { return plan.refused(.encoding) }
    guard before.syntaxErrors == 0 else { return plan.refused(.syntax) }
    var (made, applier) = together(repairs, text)
    if !applier.replacements.isEmpty, !isProven(applier.result, before, made, file) {
      (made, applier) = oneByOne(repairs, text, before, file)
    }
    return FilePlan(
      file: file, repairs: made, old: bytes, new: mark + applier.result, replacements: applier.replacements,
      mask: before.mask)
  }

  /// The byte order mark, if there is one, and the text behind it.
  static func divided(_ bytes: [UInt8]) -> (mark: [UInt8], text: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.starts(with: mark) ? (mark, Array(bytes.dropFirst(mark.count))) : ([], bytes)
  }

  private struct Place: Hashable {
    let rule: RuleID
    let region: SourceRegion

    init(_ finding: Finding) { (rule, region) = (finding.rule, finding.region) }
  }

  private func examined(_ text: [UInt8], _ file: SourceFile) -> FileResult? {
    let result = auditor.audit(
      SourceFile(path: file.path, contents: text, kind: file.kind, context: file.context))
    return result.wasScanned ? result : nil
  }

  /// All fixes that do not stand in each other's way.
  private func together(_ repairs: [FilePlan.Repair], _ text: [UInt8]) -> ([FilePlan.Repair], FixApplier) {
    var applier = FixApplier(text)
    let made = repairs.map { repair in
      var made = repair
      do throws(FixRefusal) { try applier.add(repair.fix) } catch { made.refusal = error }
      return made
    }
    return (made, applier)
  }

  /// The fixes that prove themselves when one after the other is added.
  private func oneByOne(
    _ repairs: [FilePlan.Repair], _ text: [UInt8], _ before: FileResult, _ file: SourceFile
  ) -> ([FilePlan.Repair], FixApplier) {
    var (applier, made) = (FixApplier(text), [FilePlan.Repair]())
    let trials = Self.trials(for: text)
    for (index, repair) in repairs.enumerated() {
      var (next, tried) = (applier, repair)
      do throws(FixRefusal) {
        guard index < trials else { throw .unproven }
        try next.add(repair.fix)
        guard isProven(next.result, before, made + [repair], file) else { throw .unproven }
        applier = next
      } catch { tried.refusal = error }
      made.append(tried)
    }
    return (made, applier)
  }

  /// Whether `text` parses, has each finding no more that was repaired, and none that was not there before.
  private func isProven(
    _ text: [UInt8], _ before: FileResult, _ repairs: [FilePlan.Repair], _ file: SourceFile
  ) -> Bool {
    guard let after = examined(text, file), after.syntaxErrors == 0, after.skipped == before.skipped else {
      return false
    }
    var most = counts(before.findings)
    for repair in repairs where repair.refusal == nil { most[repair.finding.rule, default: 0] -= 1 }
    return counts(after.findings).allSatisfy { $0.value <= most[$0.key] ?? 0 }
  }

  private func counts(_ findings: [Finding]) -> [RuleID: Int] {
    findings.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
  }
}
