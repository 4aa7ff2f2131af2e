/// A function as other files see it.
package struct ExportedFunction: Sendable, Hashable {
  /// What tells it from others.
  package let key: FunctionKey
  /// For each parameter whether it may be left out.
  let isOptional: [Bool]
  /// What it does with values.
  package var summary = FlowSummary()
  /// The dictionary that it returns, with places that mean nothing in other files.
  package var dictionary: TrackedDictionary?

  /// Whether knowing it changes anything.
  var saysSomething: Bool { !summary.isEmpty || dictionary != nil }

  /// Whether a call with `labels`, and so many closures behind the parentheses, may mean it.
  func takes(_ labels: [String], closures: Int) -> Bool {
    var index = 0
    for label in labels {
      while index < key.labels.count, key.labels[index] != label, isOptional[index] { index += 1 }
      guard index < key.labels.count, key.labels[index] == label else { return false }
      index += 1
    }
    return isOptional[index...].count { !$0 } <= closures
  }

  /// The place of the parameter that the argument at `position` of a call with `labels` is for.
  package func parameter(for position: Int, of labels: [String]) -> Int? {
    var index = 0
    for (place, label) in labels.enumerated() {
      while index < key.labels.count, key.labels[index] != label, isOptional[index] { index += 1 }
      guard index < key.labels.count else { return nil }
      if place == position { return index }
      index += 1
    }
    return nil
  }
}
