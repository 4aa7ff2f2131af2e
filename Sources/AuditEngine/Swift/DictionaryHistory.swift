import SwiftSyntax

/// Puts together what a dictionary holds at one place from what is done to it before, path by path.
struct DictionaryHistory {
  /// Which of two values for one key is kept when dictionaries are merged.
  enum Merging {
    case ours
    case theirs
    case either
  }

  private struct Step {
    let number: Int
    let entry: TrackedDictionary.Entry
  }

  private struct Mark: Hashable {
    let construct: SyntaxIdentifier
    let key: String
  }

  /// Where the dictionary is looked at.
  private let use: Int
  private var steps: [String: [Step]] = [:]
  private var certain: Set<String> = []
  /// The branches that set a key.
  private var progress: [Mark: Set<Int>] = [:]
  /// The number of the first step inside what branches.
  private var starts: [SyntaxIdentifier: Int] = [:]
  private var count = 0
  /// Whether entries may be added in a way that was not followed.
  var hasUnknownAdditions = false

  /// Begins with an empty dictionary, which is looked at `use` bytes into the file.
  init(use: Int) { self.use = use }

  /// Begins with what is known.
  init(_ dictionary: TrackedDictionary, use: Int) {
    self.use = use
    hasUnknownAdditions = dictionary.hasUnknownAdditions
    for entry in dictionary.entries { append(entry) }
    certain = dictionary.certain
  }

  /// What the dictionary holds.
  var dictionary: TrackedDictionary {
    var result = TrackedDictionary()
    result.entries = steps.values.joined().sorted { $0.number < $1.number }.map(\.entry)
    result.certain = certain
    result.hasUnknownAdditions = hasUnknownAdditions
    return result
  }

  /// The branches that decide whether something done inside `branches` is done before the use; `nil` when it never is.
  private func relevant(_ branches: [Branch]) -> [Branch]? {
    var relevant: [Branch] = []
    for branch in branches where !branch.range.contains(use) {
      if branch.exits || branch.isExclusive && branch.constructRange.contains(use) { return nil }
      relevant.append(branch)
    }
    return relevant
  }

  /// Sets a key, inside `branches`, innermost first.
  mutating func set(_ entry: TrackedDictionary.Entry, in branches: [Branch] = []) {
    guard let relevant = relevant(branches) else { return }
    for branch in relevant where starts[branch.construct] == nil { starts[branch.construct] = count }
    var entry = entry
    guard !relevant.isEmpty else {
      if !entry.isConditional {
        steps[entry.key] = nil
        certain.insert(entry.key)
      }
      return append(entry)
    }
    let isConditional = entry.isConditional
    entry.isConditional = true
    append(entry)
    guard !isConditional else { return }
    var start = count
    for branch in relevant {
      let mark = Mark(construct: branch.construct, key: entry.key)
      start = starts[branch.construct] ?? 0
      progress[mark, default: []].insert(branch.index)
      guard let choices = branch.choices, progress[mark]?.isSuperset(of: choices) == true else { return }
    }
    steps[entry.key]?.removeAll { $0.number < start }
    certain.insert(entry.key)
  }

  /// Removes a key.
  mutating func remove(_ key: String, in branches: [Branch]) {
    guard let relevant = relevant(branches) else { return }
    certain.remove(key)
    for branch in relevant {
      progress[Mark(construct: branch.construct, key: key)]?.remove(branch.index)
    }
    if relevant.isEmpty { steps[key] = nil }
  }

  /// Makes it another dictionary, or an empty one.
  mutating func replace(with other: TrackedDictionary, in branches: [Branch]) {
    guard let relevant = relevant(branches) else { return }
    if relevant.isEmpty {
      steps = [:]
      certain = []
      hasUnknownAdditions = false
    } else {
      certain.formIntersection(other.certain)
    }
    merge(other, keeping: .theirs, in: branches)
  }

  /// Adds the entries of another dictionary.
  mutating func merge(_ other: TrackedDictionary, keeping kept: Merging, in branches: [Branch]) {
    guard let relevant = relevant(branches) else { return }
    hasUnknownAdditions = hasUnknownAdditions || other.hasUnknownAdditions
    let before = certain
    if kept == .theirs, relevant.isEmpty {
      for key in other.certain { steps[key] = nil }
    }
    for var entry in other.entries {
      // A key that is certain here keeps its value; one that is not may still be missing.
      if kept == .ours, before.contains(entry.key) { continue }
      if kept != .theirs, !(steps[entry.key] ?? []).isEmpty, other.entries(for: entry.key).count == 1 {
        entry.isConditional = true
      }
      set(entry, in: branches)
    }
    if relevant.isEmpty { certain.formUnion(other.certain) }
  }

  private mutating func append(_ entry: TrackedDictionary.Entry) {
    steps[entry.key, default: []].append(Step(number: count, entry: entry))
    count += 1
  }
}

/// What an assignment such as `query[key] = value` does to a dictionary.
///
/// It is the same for every use of the dictionary behind it, and there may be thousands of both.
struct DictionaryElement: Sendable {
  /// Which assignment it is, seen from where.
  struct Key: Hashable {
    /// What is assigned to.
    let target: SyntaxIdentifier
    /// Where the variable is declared.
    let declaration: Int
    /// How many names were followed before.
    let depth: Int
  }

  /// The key and the value; `nil` when the key is not known.
  let entry: TrackedDictionary.Entry?
  /// The branches around the assignment, innermost first.
  let branches: [Branch]
  /// The steps that it took to find this out.
  ///
  /// Whoever asks again pays them again, so that a limit is reached at the same place whatever was asked before.
  let steps: Int
}

/// A dictionary as far as it can be followed: a literal, subscript assignments, a helper that returns one.
package struct TrackedDictionary: Sendable, Hashable {
  /// One key with a value that it may have.
  package struct Entry: Sendable, Hashable {
    /// The key: a symbol's name or a text.
    package let key: String
    /// The value.
    package var value: Value
    /// The bytes of the key and the value.
    package var range: Range<Int>
    /// Whether the key has this value on some paths only.
    package var isConditional: Bool
    /// The place of the function's parameter that the value is.
    package var parameter: Int?
  }

  /// The values that keys may have, in the order in which they are set; values that are always replaced are left out.
  package internal(set) var entries: [Entry] = []
  /// The keys that are set on every path.
  package internal(set) var certain: Set<String> = []
  /// Whether entries may be added in a way that was not followed.
  package internal(set) var hasUnknownAdditions = false

  /// The value for `key`; one of several when it depends on the path.
  package subscript(key: String) -> Value? {
    var values: [Value] = []
    for entry in entries where entry.key == key && !values.contains(entry.value) {
      values.append(entry.value)
    }
    return values.count > 1 ? .oneOf(values.flatMap(\.alternatives)) : values.first
  }

  /// The values that `key` may have, with their places.
  package func entries(for key: String) -> [Entry] { entries.filter { $0.key == key } }

  /// The last entry for `key`.
  package func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }

  /// Whether any of `keys` is set, on any path.
  package func contains(anyOf keys: Set<String>) -> Bool { entries.contains { keys.contains($0.key) } }

  /// Whether one of `keys` is set, the same one on every path.
  package func alwaysContains(anyOf keys: Set<String>) -> Bool { !certain.isDisjoint(with: keys) }

  /// What is known when it is one of several dictionaries.
  package static func joined(_ choices: [TrackedDictionary]) -> TrackedDictionary? {
    guard var result = choices.first else { return nil }
    for other in choices.dropFirst() {
      result.entries += other.entries
      result.certain.formIntersection(other.certain)
      result.hasUnknownAdditions = result.hasUnknownAdditions || other.hasUnknownAdditions
    }
    if choices.count > 1 {
      for index in result.entries.indices { result.entries[index].isConditional = true }
    }
    return result
  }
}
