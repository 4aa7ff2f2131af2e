import Synchronization

/// Bounds how many facts of a file are handed out: a rule that looks through all calls for each of many calls would
/// otherwise take the square of them.
///
/// What is handed out after that is empty, so that a loop comes to its end, and nothing that was concluded from it may be
/// kept: whoever asks begins with ``begin()`` and looks at ``isSpent`` when done.
package final class LookBudget: Sendable {
  /// What one rule may look at in any file, and how often at everything.
  private static let (ofOne, timesOfOne) = (3_000_000, 16)
  /// What all of them may look at together in any file, and how often at everything.
  private static let (ofAll, timesOfAll) = (24_000_000, 320)

  private let (mostOfOne, mostOfAll): (Int, Int)
  private let ofThisOne = Atomic(0)
  private let together = Atomic(0)
  private let wasEverSpent = Atomic(false)

  /// Makes a budget for a file in which so many things were found.
  package init(things: Int) {
    mostOfOne = Self.ofOne + Self.timesOfOne * things
    mostOfAll = Self.ofAll + Self.timesOfAll * things
  }

  /// Begins to count for another one who asks.
  package func begin() { ofThisOne.store(0, ordering: .relaxed) }

  /// Whether the one who asks was handed less than there is.
  var isSpent: Bool {
    ofThisOne.load(ordering: .relaxed) > mostOfOne || together.load(ordering: .relaxed) > mostOfAll
  }

  /// How much was handed out so far.
  var taken: Int { together.load(ordering: .relaxed) }

  /// Whether that happened to anyone.
  var isCutShort: Bool { wasEverSpent.load(ordering: .relaxed) }

  /// Counts `count` things; false when they may not be handed out any more.
  func take(_ count: Int) -> Bool {
    let one = ofThisOne.add(count, ordering: .relaxed).newValue
    let all = together.add(count, ordering: .relaxed).newValue
    guard one > mostOfOne || all > mostOfAll else { return true }
    wasEverSpent.store(true, ordering: .relaxed)
    return false
  }

  /// `things`, or none of them when they may not be handed out any more.
  package func all<Thing>(of things: [Thing]) -> [Thing] { take(things.count) ? things : [] }
}
