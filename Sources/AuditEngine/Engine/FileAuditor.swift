import OmamoriATS
import OmamoriCore
package import OmamoriReport

/// Runs every rule about single files over one file.
struct FileAuditor: Sendable {
  /// The rules to run.
  let rules: RuleSelection
  /// The compilation conditions of the project.
  let flags: CompilationConditions
  /// Whether every file is looked at as nothing but text.
  private let asText: Bool
  /// What other files say.
  var project = ProjectKnowledge.empty
  /// A digest of what other files say.
  var projectDigest: [UInt8] = []
  /// What is known from an audit before.
  var cache: CacheEntries?
  /// Whether rules are asked how what they find can be repaired, for which nothing may come from a cache.
  var offersFixes = false

  /// The trees that a second look may need.
  let trees = KeptTrees()
  /// Held while a file of machine code or the tree of a long file is in memory: such files come one at a time.
  private let turn = Protected(())

  /// The size from which on a Swift file counts as long; its tree takes a hundred times as much.
  private static let long = 500_000

  /// Makes an auditor of single files.
  init(rules: RuleSelection, flags: CompilationConditions, asText: Bool = false) {
    (self.rules, self.flags, self.asText) = (rules, flags, asText)
  }

  /// Audits `file`; a file that cannot be read or is broken is recorded as skipped.
  func audit(_ file: SourceFile) -> FileResult {
    if asText { return auditing(file) { text, result in auditText(text, &result) } }
    return switch file.kind {
    case .swift where file.size > Self.long:
      turn.withLock { _ in
        trees.removeAll()
        return auditing(file) { text, result in auditSwift(text, &result) }
      }
    case .swift: auditing(file) { text, result in auditSwift(text, &result) }
    case .objectiveC, .c, .cPlusPlus, .header:
      auditing(file) { text, result in auditObjectiveC(text, &result) }
    case .interfaceBuilder: auditing(file) { text, result in auditInterface(text, &result) }
    case .infoPlist, .entitlements, .privacyManifest, .propertyList:
      auditing(file, asText: false) { text, result in auditPropertyList(text, file.kind, &result) }
    case .machO: turn.withLock { _ in auditMachO(file) }
    default:
      file.kind.isText
        ? auditing(file) { text, result in auditText(text, &result) } : FileResult()
    }
  }

  private func auditing(
    _ file: SourceFile, asText: Bool = true, _ body: (TextSource, inout FileResult) -> Void
  ) -> FileResult {
    var result = FileResult()
    do throws(FileReadFailure) {
      // Binary property lists are no text; other ones may be in any encoding.
      let start = asText ? [] : try file.firstBytes(6)
      let isText = !start.elementsEqual("bplist".utf8)
      let bytes: [UInt8]
      if isText {
        let decoded = try file.decodedText()
        (bytes, result.skipped) = (Array(decoded.text.utf8), decoded.note)
      } else {
        bytes = try file.bytes()
      }
      let note = result.skipped
      result.wasScanned = true
      let source = TextSource(path: file.path, context: file.context, bytes: bytes)
      body(source, &result)
      result.skipped = result.skipped ?? note
      // A Swift file's comments come from its tree.
      if file.kind != .swift, let style = file.kind.commentStyle, SuppressionReader.mayHold(bytes) {
        result.suppressions = SuppressionReader.suppressions(
          in: source, CommentScanner.comments(in: bytes, style: style))
        result.suppressions = result.suppressions.map { $0.masked(by: result.mask) }
      }
    } catch {
      result.skipped = error.skipped
    }
    return result
  }

  private func auditSwift(_ text: TextSource, _ result: inout FileResult) {
    guard let cache, !offersFixes else { return examineSwift(text, &result) }
    let key = cache.key(of: text, knowledge: projectDigest)
    if let kept = cache.result(for: key) {
      result = kept
    } else {
      examineSwift(text, &result)
      cache.keep(result, for: key)
    }
  }

  private func examineSwift(_ text: TextSource, _ result: inout FileResult) {
    let source =
      trees.tree(of: text).map { SwiftSource($0, project: project) }
      ?? SwiftSource(text, flags: flags, project: project)
    var report = FileReport(text, offersFixes: offersFixes)
    for index in rules.triggers.rules(for: source.facts) {
      report.keep(where: source.facts.looks) { rules.swift[index].check(source, &$0) }
    }
    for rule in rules.text { rule.check(text, &report) }
    mask(&report, text) { silent, other in
      for rule in silent.swift {
        source.facts.looks.begin()
        rule.check(source, &other)
      }
    }
    result.take(report)
    if SuppressionReader.mayHold(text.bytes) {
      result.suppressions = SuppressionReader.suppressions(in: text, CommentScanner.comments(in: source))
    }
    result.imports = source.facts.imports
    result.apiUses = APIUseCollector.uses(in: source)
    source.facts.looks.begin()
    let exports = ExportCollector.exports(of: source)
    if !source.facts.looks.isSpent { result.exports = exports }
    source.facts.looks.begin()
    if !rules.flow.isEmpty { result.flow = SwiftFlowReader.file(of: source) }
    source.facts.looks.begin()
    result.wants = source.wants.current
    if project.isEmpty, !offersFixes { trees.keep(source, wants: result.wants, exports: result.exports) }
    result.syntaxErrors = source.hasSyntaxErrors ? max(1, source.facts.unexpectedNodes) : 0
    for name in rules.names {
      // Finding where a node stands is dear, so only what is kept is asked.
      let uses =
        (source.facts.references[name] ?? []).prefix(8).map(\.range)
        + (source.facts.typeReferences[name] ?? []).prefix(8)
      guard !uses.isEmpty else { continue }
      result.uses[name] = uses.prefix(8).map { range in
        let region = text.lines.region(of: range)
        return NameUse(
          file: text.path, context: text.context, region: region,
          snippet: text.lines.text(ofLine: region.startLine))
      }
    }
    if !offersFixes { result.hideSecrets() }
    result.skipped = SkippedFile(limitsOf: source) ?? SkippedFile(limitsOf: result.flow)
  }

  private func auditPropertyList(_ text: TextSource, _ kind: FileKind, _ result: inout FileResult) {
    do throws(PropertyListError) {
      let list = try PropertyListSource(text, kind: kind)
      var report = FileReport(text)
      for rule in rules.propertyList { rule.check(list, &report) }
      if list.document.format != .binary {
        for rule in rules.text { rule.check(text, &report) }
      }
      mask(&report, text) { silent, other in
        for rule in silent.propertyList { rule.check(list, &other) }
      }
      result.take(report)
      result.propertyList = list
    } catch {
      result.skipped = SkippedFile(file: text.path, reason: .malformed, message: error.message)
    }
  }

  private func auditObjectiveC(_ text: TextSource, _ result: inout FileResult) {
    let source = ObjectiveCSource(text, flags: flags.set, project: project)
    var report = FileReport(text)
    for rule in rules.objectiveC { rule.check(source, &report) }
    for rule in rules.text { rule.check(text, &report) }
    mask(&report, text) { silent, other in
      for rule in silent.objectiveC { rule.check(source, &other) }
    }
    result.take(report)
    result.madeFunctions = source.made(of: CryptoLibraries.functions)
    result.exports = source.exports
    result.wants = source.wants.current
    if !rules.flow.isEmpty { result.flow = ObjectiveCFlowReader.file(of: source) }
    if source.isCutShort {
      result.skipped = SkippedFile(
        file: text.path, reason: .tooLarge,
        message: LocalizedText(
          "the file is too long to be examined to its end; divide it",
          ja: "ファイルが長すぎるため最後まで調べられませんでした。分割してください"))
    } else {
      result.skipped = SkippedFile(limitsOf: result.flow)
    }
  }

  private func auditInterface(_ text: TextSource, _ result: inout FileResult) {
    var report = FileReport(text)
    if let document = InterfaceDocument(text) {
      for rule in rules.interface { rule.check(document, &report) }
      result.interface = document
    } else {
      result.skipped = SkippedFile(
        file: text.path, reason: .malformed,
        message: LocalizedText(
          "not the markup of Interface Builder; open it in Xcode and save it again",
          ja: "Interface Builder の形式ではありません。Xcode で開いて保存し直してください"))
    }
    for rule in rules.text { rule.check(text, &report) }
    mask(&report, text) { silent, other in
      guard let document = result.interface else { return }
      for rule in silent.interface { rule.check(document, &other) }
    }
    result.take(report)
  }

  /// Masks what rules that are off know to be secrets.
  private func mask(
    _ report: inout FileReport, _ text: TextSource, _ find: (SilentRules, inout FileReport) -> Void
  ) {
    guard !rules.silent.isEmpty else { return }
    var other = FileReport(text)
    find(rules.silent, &other)
    for rule in rules.silent.text { rule.check(text, &other) }
    report.mask(secretsOf: other)
  }

  private func auditText(_ text: TextSource, _ result: inout FileResult) {
    var report = FileReport(text)
    for rule in rules.text { rule.check(text, &report) }
    mask(&report, text) { _, _ in }
    result.take(report)
  }
}

extension FileAuditor {
  /// Audits a file of machine code; parts that cannot be read are recorded.
  func auditMachO(_ file: SourceFile) -> FileResult {
    var result = FileResult()
    do {
      let bytes = try file.bytes()
      let source = try MachOSource(path: file.path, context: file.context, bytes: bytes)
      var report = FileReport(TextSource(path: file.path, context: file.context, bytes: []))
      for rule in rules.binary { rule.check(source, &report) }
      result.wasScanned = true
      (result.findings, result.hasSecrets) = (report.maskedFindings, report.hasSecrets)
      result.evidence = report.evidence
      let summary = source.file
      result.machO = summary
      if !summary.problems.isEmpty {
        let parts = summary.problems.joined(separator: ", ")
        result.skipped = SkippedFile(
          file: file.path, reason: .malformed,
          message: LocalizedText(
            "parts that cannot be read were passed over: \(parts); build the file again",
            ja: "読み取れない部分を飛ばしました: \(parts)。もう一度ビルドしてください"))
      }
    } catch let failure as FileReadFailure {
      result.skipped = failure.skipped
    } catch let error as MachOError {
      result.skipped = SkippedFile(file: file.path, reason: .malformed, message: error.message)
    } catch {
      result.skipped = SkippedFile(file: file.path, reason: .malformed, message: MachOError.malformed.message)
    }
    return result
  }
}

extension SourceRegion {
  /// The region of a finding about a file that has no lines.
  package static let wholeFile = SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1)
}
