import OmamoriCore
package import OmamoriReport

extension GitRepository {
  /// How much of a history is looked at.
  package struct HistoryLimits: Sendable {
    /// The most commits.
    package var commits = 200_000
    /// The most files, each version counted.
    package var files = 2_000_000
    /// The most bytes of files.
    package var bytes = 4 << 30
    /// The most findings.
    package var findings = 20_000

    /// The limits of the tool.
    package init() {}
  }

  /// What the history holds.
  package struct History: Sendable {
    /// The secrets that the present tree of `HEAD` no longer has, each at its first commit.
    package var findings: [Finding] = []
    /// The number of commits that were looked at.
    package var commits = 0
    /// Whether a limit ended the search.
    package var isCutShort = false
    /// Whether something that belongs to the history could not be read: it is broken, or kept elsewhere.
    package var isIncomplete = false
  }

  /// Looks for keys and tokens of services and for private keys in every version of every file that is not in the
  /// present tree any more: who has the repository has them.
  ///
  /// - Parameters:
  ///   - rules: The rules of the audit; those that are a ``LiveSecretRule`` are run.
  ///   - limits: How much is looked at.
  /// - Returns: The findings, in the order of the commits; quoted lines are masked.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func historySecrets(_ rules: RuleSet, limits: HistoryLimits = HistoryLimits()) throws -> History {
    let rules = rules.text.filter { $0 is any LiveSecretRule }
    var history = History()
    var seen: Set<GitObjectID> = []
    var (fileCount, byteCount, isBroken) = (0, 0, !hasAllReferences)
    if let head = try? resolve("HEAD"), let present = commit(head) {
      // What is still there is reported by the audit of the tree.
      try walk(present.commit.tree, "", &seen, &isBroken) { _, _ in true }
    }
    let commits = try commits(limits.commits, &history)
    history.commits = commits.count
    for (id, commit) in commits {
      try Task.checkCancellation()
      var isMissing = false
      try walk(commit.tree, "", &seen, &isBroken) { path, blob in
        fileCount += 1
        guard fileCount <= limits.files, byteCount <= limits.bytes else {
          history.isCutShort = true
          return false
        }
        guard let object = object(blob), object.kind == .blob else {
          // One that is there is too large to hold settings; one that is not may hold anything.
          if !isThere(blob) { isMissing = true }
          return true
        }
        byteCount += object.bytes.count
        history.findings += Self.secrets(in: object.bytes, path: path, id, commit, rules)
        guard history.findings.count <= limits.findings else {
          history.isCutShort = true
          return false
        }
        return true
      }
      if isMissing { isBroken = true }
      if history.isCutShort { break }
    }
    if isBroken { history.isIncomplete = true }
    if isExhausted { history.isCutShort = true }
    return history
  }

  /// Every commit that a branch or tag leads to, the oldest first.
  private func commits(_ limit: Int, _ history: inout History) throws -> [(GitObjectID, GitCommit)] {
    var (found, waiting) = ([GitObjectID: GitCommit](), tips())
    while let next = waiting.popLast() {
      if found.count.isMultiple(of: 256) { try Task.checkCancellation() }
      guard found[next] == nil else { continue }
      guard let (id, commit) = commit(next) else {
        // A tag may also name a file or a folder.
        if object(next) == nil { history.isIncomplete = true }
        continue
      }
      guard found[id] == nil else { continue }
      guard found.count < limit else {
        history.isCutShort = true
        break
      }
      found[id] = commit
      waiting += parents(of: id, commit)
    }
    return found.map { ($0.key, $0.value) }.sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
  }

  /// No system has longer paths; names of many megabytes compress to nothing.
  static var longestPath: Int { 4_096 }

  /// Calls `visit` with each file below `tree` that was not seen before, until it answers no; says in `isBroken` that a
  /// folder could not be read.
  package func walk(
    _ tree: GitObjectID, _ path: String, _ seen: inout Set<GitObjectID>, _ isBroken: inout Bool,
    _ visit: (String, GitObjectID) throws -> Bool
  ) throws {
    var waiting = [(tree, path, 0)]
    while let (id, path, depth) = waiting.popLast() {
      guard depth < 256, seen.insert(id).inserted else { continue }
      guard let object = object(id), object.kind == .tree else {
        isBroken = true
        continue
      }
      for entry in GitTree(object.bytes).entries.reversed() {
        let name = DisplayName.text(of: entry.name)
        let inner = path.isEmpty ? name : path + "/" + name
        guard inner.utf8.count <= Self.longestPath else { continue }
        switch entry.form {
        case .folder: waiting.append((entry.id, inner, depth + 1))
        case .file: if seen.insert(entry.id).inserted, try !visit(inner, entry.id) { return }
        case .other: break
        }
      }
    }
  }

  private static func secrets(
    in bytes: [UInt8], path: String, _ id: GitObjectID, _ commit: GitCommit, _ rules: [any TextRule]
  ) -> [Finding] {
    guard bytes.count <= 8 << 20, !bytes.prefix(8_000).contains(0) else { return [] }
    let text = TextSource(path: path, bytes: bytes)
    var report = FileReport(text)
    for rule in rules { rule.check(text, &report) }
    return report.maskedFindings.map { finding in
      Finding(
        rule: finding.rule, severity: finding.severity, confidence: finding.confidence, file: path,
        region: finding.region,
        message: LocalizedText(
          "Commit \(id.short) holds it, though the tree no longer does: \(finding.message.english)",
          ja: "現在のツリーにはありませんが、コミット \(id.short) に残っています。\(finding.message.japanese)"),
        snippet: finding.snippet, context: finding.context)
    }
  }
}
