/// Looks for texts that take several ways through an automaton.
struct RegexAmbiguity {
  private let automaton: RegexAutomaton
  /// Whether the whole text has to match, so that no place is the end before the text is.
  private let isWhole: Bool
  /// The steps that are left.
  private var steps = 400_000

  init(_ automaton: RegexAutomaton, isWhole: Bool) { (self.automaton, self.isWhole) = (automaton, isWhole) }

  /// Whether the match is complete behind `place`, so that the engine need not try another way.
  private func isEnd(_ place: Int) -> Bool { !isWhole && automaton.last.contains(place) }

  // MARK: Two ways around a loop

  /// Whether a text leads from a place back to it in two ways, and what follows can fail.
  var isExponential: Bool {
    mutating get {
      for loop in components(of: Array(automaton.sets.indices), with: { _ in true }) {
        let members = Set(loop)
        // Two steps between the same places: both a repetition and the one around it go on there.
        for place in loop {
          for (follower, ways) in automaton.next[place]
          where ways > 1 && members.contains(follower) && !automaton.sets[follower].isEmpty
            && !isEnd(place) && !isEnd(follower)
          {
            return true
          }
        }
        if splits(members) { return true }
      }
      return false
    }
  }

  private struct Pair: Hashable {
    let left: Int
    let right: Int
  }

  /// Whether two different ways through `members` read the same text and meet again.
  private mutating func splits(_ members: Set<Int>) -> Bool {
    guard members.count > 1, members.count <= 120 else { return false }
    var before: [Pair: [Pair]] = [:]
    var waiting = members.map { Pair(left: $0, right: $0) }
    var seen = Set(waiting)
    while let pair = waiting.popLast() {
      for left in automaton.next[pair.left].keys where members.contains(left) {
        for right in automaton.next[pair.right].keys where members.contains(right) {
          steps -= 1
          guard steps > 0 else { return false }
          // The pair (a, b) stands for (b, a) too.
          let follower = left <= right ? Pair(left: left, right: right) : Pair(left: right, right: left)
          guard left == right || automaton.sets[left].overlaps(automaton.sets[right]) else { continue }
          before[follower, default: []].append(pair)
          if seen.insert(follower).inserted { waiting.append(follower) }
        }
      }
    }
    // Backwards from the places where both are at the same place, through pairs that differ.
    var meeting: Set<Pair> = []
    for place in members {
      var toVisit = (before[Pair(left: place, right: place)] ?? []).filter { $0.left != $0.right }
      while let pair = toVisit.popLast() {
        guard meeting.insert(pair).inserted else { continue }
        toVisit += (before[pair] ?? []).filter { $0.left != $0.right }
      }
    }
    guard !meeting.isEmpty else { return false }
    let starts = Set(
      meeting.flatMap { before[$0] ?? [] }.filter { $0.left == $0.right }.map(\.left))
    return !starts.isEmpty && !members.contains(where: isEnd)
  }

  // MARK: Loops that follow each other

  /// The power of the length with which the time grows: how many repetitions in a row can take the same characters.
  ///
  /// A search that may begin anywhere counts as one more.
  var degree: Int {
    mutating get {
      var candidates: Set<UInt32> = []
      guard automaton.sets.indices.contains(where: { automaton.next[$0][$0] != nil }) else { return 0 }
      for set in automaton.sets {
        for range in set.ranges.prefix(4) where candidates.count < 64 { candidates.insert(range.lowerBound) }
      }
      return candidates.map { degree(with: $0) }.max() ?? 0
    }
  }

  private mutating func degree(with scalar: UInt32) -> Int {
    let places = automaton.sets.indices.filter { automaton.sets[$0].contains(scalar) }
    let allowed = Set(places)
    // Only repetitions of one character: longer loops were looked at before.
    func isLoop(_ place: Int) -> Bool { automaton.next[place][place] != nil }
    var longest: [Int: Int] = [:]
    var open: Set<Int> = []
    func length(_ place: Int) -> Int {
      if let known = longest[place] { return known }
      guard open.insert(place).inserted, steps > 0 else { return 0 }
      var best = 0
      for follower in automaton.next[place].keys where follower != place && allowed.contains(follower) {
        steps -= 1
        best = max(best, length(follower))
      }
      open.remove(place)
      let isCounted = isLoop(place) && !isEnd(place)
      // Behind an end nothing is tried again.
      longest[place] = isEnd(place) ? 0 : best + (isCounted ? 1 : 0)
      return longest[place] ?? 0
    }
    let inside = places.map(length).max() ?? 0
    guard inside >= 2, !automaton.isAnchored else { return mustFail(after: scalar, places) ? inside : 0 }
    let fromStart = automaton.first.filter(allowed.contains).map(length).max() ?? 0
    return mustFail(after: scalar, places) ? max(inside, fromStart + (fromStart > 1 ? 1 : 0)) : 0
  }

  /// Whether something that `scalar` is not has to follow one of `places`.
  private func mustFail(after scalar: UInt32, _ places: [Int]) -> Bool {
    places.contains { place in
      automaton.next[place].keys.contains { !automaton.sets[$0].contains(scalar) }
    }
  }

  // MARK: Places that reach each other

  /// The groups of places of which each reaches every other, those of one place only if it follows itself.
  private mutating func components(of places: [Int], with isAllowed: (Int) -> Bool) -> [[Int]] {
    var (order, low): ([Int: Int], [Int: Int]) = ([:], [:])
    var stack: [Int] = []
    var onStack: Set<Int> = []
    var found: [[Int]] = []
    // Tarjan's algorithm, with a stack of its own instead of recursion.
    for root in places where order[root] == nil && isAllowed(root) {
      var work: [(place: Int, followers: [Int], at: Int)] = [(root, Array(automaton.next[root].keys), 0)]
      (order[root], low[root]) = (order.count, order.count)
      stack.append(root)
      onStack.insert(root)
      while var current = work.popLast() {
        if current.at < current.followers.count {
          let follower = current.followers[current.at]
          current.at += 1
          work.append(current)
          if order[follower] == nil {
            (order[follower], low[follower]) = (order.count, order.count)
            stack.append(follower)
            onStack.insert(follower)
            work.append((follower, Array(automaton.next[follower].keys), 0))
          } else if onStack.contains(follower) {
            low[current.place] = min(low[current.place] ?? 0, order[follower] ?? 0)
          }
          continue
        }
        if low[current.place] == order[current.place] {
          var group: [Int] = []
          while let top = stack.popLast() {
            onStack.remove(top)
            group.append(top)
            if top == current.place { break }
          }
          if group.count > 1 || automaton.next[current.place][current.place] != nil { found.append(group) }
        }
        if let parent = work.last?.place {
          low[parent] = min(low[parent] ?? 0, low[current.place] ?? 0)
        }
      }
    }
    return found
  }
}
