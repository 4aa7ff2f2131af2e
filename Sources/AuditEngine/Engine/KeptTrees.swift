import OmamoriCore
package import SwiftSyntax

/// The syntax trees of files that will probably be looked at a second time.
///
/// Parsing is most of what an audit costs, and which files need a second look is known only when all had their first
/// one. All trees together would take too much memory, so those of small files wait here for a while: files of one
/// folder, which mostly answer each other, come soon after each other. A tree that something asked for was told by then
/// stays; another one goes. What is not here is parsed again, so nothing depends on what is kept.
package final class KeptTrees: Sendable {
  /// A file that has been parsed and walked.
  package struct Tree: Sendable {
    package let text: TextSource
    package let tree: SourceFileSyntax
    package let record: FactRecord
  }

  /// How many bytes the longest file has whose tree is kept, and how many of source stay; a tree takes a hundred times that.
  private static let (longest, mostLikely) = (64 << 10, 512 << 10)
  /// How many bytes of source wait.
  static let mostWaiting = 96 << 10
  /// How many things that files say are remembered.
  private static let mostTold = 1 << 17

  /// What is asked or told, as far as it is cheap to compare.
  private enum Subject: Hashable {
    case member(String, of: String?)
    case function(String)
    case parameters(String)
    case uses(String)
  }

  private struct State {
    var trees: [String: Tree] = [:]
    /// The files that wait, the first of them first.
    var waiting: ArraySlice<(path: String, wants: FileWants)> = []
    /// The bytes of source of those that wait and of those that stay.
    var (bytesWaiting, bytesLikely) = (0, 0)
    var told: Set<Subject> = []
  }

  private let state = Protected(State())

  /// Notes what a file says, and keeps the tree of `source` for as long as it may be wanted.
  func keep(_ source: SwiftSource, wants: FileWants, exports: FileExports) {
    let size = source.text.bytes.count
    state.withLock { state in
      Self.note(exports, &state.told)
      guard !wants.questions.isEmpty, size <= Self.longest else { return }
      state.trees[source.text.path] = Tree(
        text: source.text, tree: source.tree, record: source.facts.record)
      state.waiting.append((source.text.path, wants))
      state.bytesWaiting += size
      while state.bytesWaiting > Self.mostWaiting, let first = state.waiting.popFirst() {
        Self.decide(first.path, first.wants, &state)
      }
    }
  }

  /// The tree of `text`, if it was kept.
  package func tree(of text: TextSource) -> Tree? {
    guard let found = state.withLock({ $0.trees[text.path] }), found.text.bytes == text.bytes else {
      return nil
    }
    return found
  }

  /// How many bytes of source the trees here are of.
  package var size: Int { state.withLock { $0.bytesWaiting + $0.bytesLikely } }

  /// Lets all trees go.
  func removeAll() {
    state.withLock { state in
      let told = state.told
      state = State()
      state.told = told
    }
  }

  /// Keeps the tree of a file that has waited long enough, or lets it go.
  private static func decide(_ path: String, _ wants: FileWants, _ state: inout State) {
    let size = state.trees[path]?.text.bytes.count ?? 0
    state.bytesWaiting -= size
    if state.bytesLikely + size <= mostLikely,
      wants.questions.contains(where: { state.told.contains(subject(of: $0)) })
    {
      state.bytesLikely += size
    } else {
      state.trees[path] = nil
    }
  }

  private static func note(_ exports: FileExports, _ told: inout Set<Subject>) {
    guard told.count < mostTold else { return }
    for name in exports.constants.keys { told.insert(.member(name.member, of: name.types.last)) }
    for name in exports.memberTypes.keys { told.insert(.member(name.member, of: name.types.last)) }
    for function in exports.functions where function.saysSomething {
      told.insert(.function(function.key.name))
    }
    for passed in exports.passed { told.insert(.parameters(passed.name)) }
    for name in exports.uses.keys { told.insert(.uses(name)) }
    for passed in exports.passedConstants { told.insert(.parameters(passed.name)) }
  }

  private static func subject(of question: FileWants.Question) -> Subject {
    switch question {
    case .member(let name, let type): .member(name, of: type)
    case .function(let call): .function(call.name)
    case .parameters(let key): .parameters(key.name)
    case .uses(let name): .uses(name)
    case .constants(let key): .parameters(key.name == "init" ? key.types.last ?? "" : key.name)
    }
  }
}

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
