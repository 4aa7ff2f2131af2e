import OmamoriCore
package import OmamoriReport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Repairs what an audit found, as far as rules know how.
///
/// Only Swift files of the audited tree are changed; never code of others, generated code or what lies in an archive.
package struct SourceFixer: Sendable {
  private let inventory: Inventory
  private let planner: FilePlanner
  private let rules: RuleSet

  /// Makes a fixer for what was audited with `rules`, without those that were left out.
  package init(_ inventory: Inventory, rules: RuleSet, without disabled: Set<RuleID> = []) {
    (self.inventory, self.rules) = (inventory, rules)
    planner = FilePlanner(
      rules: RuleSelection(rules, without: disabled), flags: inventory.layout.compilationConditions)
  }

  /// What can be done about `findings`, file by file in the order of their paths; nothing is written.
  ///
  /// - Parameters:
  ///   - findings: What may be repaired.
  ///   - jobs: How many files are worked on at once.
  /// - Returns: The plans, the same for any number of jobs.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func plans(for findings: [Finding], jobs: Int = 1) async throws -> [FilePlan] {
    let fixable = Dictionary(grouping: findings.filter { rules.repairs[$0.rule] != nil }, by: \.file)
    let files = fixable.isEmpty ? [] : inventory.files.filter { fixable[$0.path] != nil && $0.isOnDisk }
    let next = Protected(0)
    let plans = try await withThrowingTaskGroup(of: [(Int, FilePlan)].self) { group in
      for _ in 0..<min(max(1, jobs), files.count) {
        group.addTask {
          var plans: [(Int, FilePlan)] = []
          while true {
            let index = next.withLock { next in
              defer { next += 1 }
              return next
            }
            guard index < files.count else { return plans }
            try Task.checkCancellation()
            let file = files[index]
            if let plan = planner.plan(file, for: fixable[file.path] ?? []) { plans.append((index, plan)) }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return plans.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Writes what `plan` says; until its very last step the file is as it was.
  ///
  /// - Returns: The plan with the reason in it when nothing was written.
  package func write(_ plan: FilePlan) -> FilePlan {
    guard plan.changes else { return plan }
    do throws(FixRefusal) {
      guard case .file(let open, let path, let status) = plan.file.content else { throw .noFile }
      let (folder, name) = try place(of: path, below: open)
      try folder.replace(name, which: status, holding: plan.old, with: plan.new)
      return plan
    } catch {
      return plan.refused(error)
    }
  }

  /// The folder of a file, opened without following a link, and the file's name in it.
  private func place(
    of path: RelativePath, below root: OpenFile
  ) throws(FixRefusal) -> (OpenFile, [UInt8]) {
    do throws(SystemFailure) {
      guard let name = path.components.last else {
        // A file that a person named: a link in its path was meant, so the file that it leads to is.
        guard let real = OpenFile.resolved(Array(inventory.target.path.utf8)),
          let slash = real.lastIndex(of: 0x2F)
        else { throw SystemFailure(code: ENOENT) }
        let folder = String(decoding: slash == 0 ? [0x2F] : real[..<slash], as: UTF8.self)
        return (try OpenFile(following: folder), Array(real[(slash + 1)...]))
      }
      let folder = RelativePath(bytes: Array(path.bytes.dropLast(name.count + 1)))
      return (folder.bytes.isEmpty ? root : try root.opening(folder, folder: true), Array(name))
    } catch {
      throw error.code == ELOOP || error.code == ENOTDIR
        ? .link : error.isAbsence ? .changed : .system(error.code)
    }
  }
}

extension SourceFile {
  /// Whether the bytes lie in a file, not in an archive or in memory.
  fileprivate var isOnDisk: Bool { if case .file = content { true } else { false } }
}
