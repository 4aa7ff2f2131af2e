import OmamoriCore

/// Has files looked at again when others answer what rules asked about them.
struct Looks: Sendable {
  /// How a file is audited.
  let auditor: FileAuditor

  /// How often a file is looked at.
  static let most = 3

  /// The results of `first` with those replaced that knowing other files changes.
  ///
  /// Few trees are kept between looks, as all of them would take too much memory; only files whose questions have an
  /// answer are looked at again. What a file says may change by that, so a third look follows where the answers changed.
  ///
  /// - Parameters:
  ///   - first: What was found in each file by itself.
  ///   - run: Audits some of the files, by their places, and gives the results in the same order.
  /// - Returns: The results and how many files were looked at again.
  /// - Throws: What `run` throws.
  func complete(
    _ first: [FileResult], _ run: (FileAuditor, [Int]) async throws -> [FileResult]
  ) async throws -> (results: [FileResult], again: Int) {
    var results = first
    var knowledge = ProjectKnowledge(first.map(\.exports))
    var before = ProjectKnowledge.empty
    var seen: Set<Int> = []
    defer { auditor.trees.removeAll() }
    for look in 2...Self.most where !knowledge.isEmpty {
      let places = results.indices.filter { index in
        let wants = results[index].wants
        guard !wants.questions.isEmpty else { return false }
        return look == 2 ? knowledge.answers(wants) : knowledge.answers(wants, otherThan: before)
      }
      guard !places.isEmpty else { break }
      var next = auditor
      next.project = knowledge
      if auditor.cache != nil { next.projectDigest = CacheEntries.digest(of: results.map(\.exports)) }
      for (index, result) in zip(places, try await run(next, places)) { results[index] = result }
      seen.formUnion(places)
      before = knowledge
      knowledge = ProjectKnowledge(results.map(\.exports))
    }
    return (results, seen.count)
  }
}
