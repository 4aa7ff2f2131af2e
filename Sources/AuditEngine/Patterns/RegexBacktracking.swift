/// How the time that a pattern takes grows with the text, where the text does not match.
package enum RegexGrowth: Sendable, Equatable {
  /// Each further character multiplies the time.
  case exponential
  /// With a power of the length: so many repetitions can share the same characters.
  case polynomial(degree: Int)
}

extension RegexPattern {
  /// The growth of the time that is spent on trying other ways, when it is exponential or of the third power at least.
  ///
  /// The engines of ICU and Swift try every way in which a text can match before they give up. A repetition inside a
  /// repetition is exponential when some text takes two ways through it back to the same place; that is looked for in
  /// the automaton of the pattern. `isWhole` says that the whole text has to match. What is too large is not judged.
  package func growth(isWhole: Bool) -> RegexGrowth? {
    var worst: RegexGrowth?
    for (part, isWhole) in [(root, isWhole)] + root.closedParts.map({ ($0.node, $0.isWhole) }) {
      guard let automaton = RegexAutomaton(part) else { continue }
      var search = RegexAmbiguity(automaton, isWhole: isWhole)
      if search.isExponential { return .exponential }
      let degree = search.degree
      if degree > 2 { worst = .polynomial(degree: degree) }
    }
    return worst
  }
}

extension RegexNode {
  /// The parts that are matched for themselves: what is looked at, and what gives nothing back.
  fileprivate var closedParts: [(node: RegexNode, isWhole: Bool)] {
    switch self {
    case .character, .place: []
    case .sequence(let parts), .choice(let parts): parts.flatMap(\.closedParts)
    case .captured(let part), .repeated(let part, _, _): part.closedParts
    case .atomic(let part), .looked(let part, _, _): [(part, false)] + part.closedParts
    }
  }
}

/// The automaton of a pattern: one place for each character that is written, and which places can follow each.
struct RegexAutomaton {
  /// The characters of each place.
  private(set) var sets: [ScalarSet] = []
  /// The places that can follow each, and in how many ways.
  private(set) var next: [[Int: Int]] = []
  /// The places with which a match can begin.
  private(set) var first: [Int] = []
  /// The places behind which the pattern is complete without any condition.
  private(set) var last: Set<Int> = []
  /// Whether a match can only begin at the start of the text.
  private(set) var isAnchored = false

  static let mostPlaces = 300
  private static let mostEdges = 20_000
  /// Bounded repetitions are written out up to this number.
  private static let mostCopies = 6

  private var edges = 0
  private var isTooLarge = false

  /// What a part of the pattern adds.
  private struct Part {
    var first: [Int] = []
    var last: [Int] = []
    /// Whether it can match nothing.
    var isEmpty = true
    /// The places behind which it is complete without any condition.
    var free: [Int] = []
    /// Whether it can match nothing, without any condition.
    var isFree = true
  }

  /// Makes the automaton of `node`, or `nil` when it would be too large.
  init?(_ node: RegexNode) {
    let part = add(node)
    guard !isTooLarge else { return nil }
    (first, last) = (part.first, Set(part.free))
    isAnchored = Self.isAnchored(node)
  }

  private static func isAnchored(_ node: RegexNode) -> Bool {
    switch node {
    case .place(.start): true
    case .sequence(let parts): parts.first.map(isAnchored) ?? false
    case .choice(let parts): parts.allSatisfy(isAnchored)
    case .captured(let part), .atomic(let part): isAnchored(part)
    case .repeated(let part, let least, _): least > 0 && isAnchored(part)
    case .character, .place, .looked: false
    }
  }

  private mutating func add(_ node: RegexNode) -> Part {
    guard !isTooLarge else { return Part() }
    switch node {
    case .character(let set, _): return place(set)
    case .place, .looked: return Part(isFree: false)
    case .captured(let part): return add(part)
    case .sequence(let parts):
      var whole = Part()
      for part in parts { whole = join(whole, add(part)) }
      return whole
    case .choice(let parts):
      var whole = Part(isEmpty: false, isFree: false)
      for part in parts {
        let part = add(part)
        whole.first += part.first
        whole.last += part.last
        whole.free += part.free
        whole.isEmpty = whole.isEmpty || part.isEmpty
        whole.isFree = whole.isFree || part.isFree
      }
      return whole
    case .atomic(let part): return closed(part)
    case .repeated(let part, let least, let most): return repeated(part, least, most)
    }
  }

  private mutating func place(_ set: ScalarSet) -> Part {
    guard sets.count < Self.mostPlaces else {
      isTooLarge = true
      return Part()
    }
    sets.append(set)
    next.append([:])
    let place = [sets.count - 1]
    return Part(first: place, last: place, isEmpty: false, free: place, isFree: false)
  }

  private mutating func connect(_ from: [Int], _ to: [Int]) {
    edges += from.count * to.count
    guard edges <= Self.mostEdges else {
      isTooLarge = true
      return
    }
    for start in from { for end in to { next[start][end, default: 0] += 1 } }
  }

  private mutating func join(_ left: Part, _ right: Part) -> Part {
    connect(left.last, right.first)
    return Part(
      first: left.isEmpty ? left.first + right.first : left.first,
      last: right.isEmpty ? left.last + right.last : right.last,
      isEmpty: left.isEmpty && right.isEmpty,
      free: right.isFree ? left.free + right.free : right.free,
      isFree: left.isFree && right.isFree)
  }

  /// A part that gives nothing back stands for the one way it takes: a single place with its first characters.
  private mutating func closed(_ node: RegexNode) -> Part {
    guard let inner = RegexAutomaton(node) else {
      isTooLarge = true
      return Part()
    }
    let isEmpty = Self.canBeEmpty(node)
    var part = place(inner.first.reduce(ScalarSet([])) { $0.union(inner.sets[$1]) })
    part.isEmpty = isEmpty
    part.isFree = isEmpty
    return part
  }

  private static func canBeEmpty(_ node: RegexNode) -> Bool {
    switch node {
    case .character: false
    case .place, .looked: true
    case .captured(let part), .atomic(let part): canBeEmpty(part)
    case .sequence(let parts): parts.allSatisfy { canBeEmpty($0) }
    case .choice(let parts): parts.contains { canBeEmpty($0) }
    case .repeated(let part, let least, _): least == 0 || canBeEmpty(part)
    }
  }

  private mutating func repeated(_ node: RegexNode, _ least: Int, _ most: Int?) -> Part {
    if most == 0 { return Part() }
    if let most, most <= Self.mostCopies || least == most && Self.hasFixedLength(node) {
      // A long fixed number of a fixed text behaves like two of it.
      let (least, most) = most <= Self.mostCopies ? (least, most) : (2, 2)
      return copies(of: node, least, most)
    }
    var part = add(node)
    connect(part.last, part.first)
    if least == 0 { (part.isEmpty, part.isFree) = (true, true) }
    return part
  }

  /// `a{1,3}` is `a(a(a)?)?`: a copy follows the one before it and no other.
  private mutating func copies(of node: RegexNode, _ least: Int, _ most: Int) -> Part {
    var whole = add(node)
    var before = whole
    if least > 1 { (whole.last, whole.free) = ([], []) }
    for copy in 1..<max(most, 1) {
      let part = add(node)
      connect(before.isEmpty ? whole.last + before.last : before.last, part.first)
      if part.isEmpty { whole.first += part.first }
      if copy + 1 >= least {
        whole.last += part.last
        whole.free += part.free
      }
      before = part
    }
    if least == 0 { (whole.isEmpty, whole.isFree) = (true, true) }
    return whole
  }

  private static func hasFixedLength(_ node: RegexNode) -> Bool {
    switch node {
    case .character, .place, .looked: true
    case .sequence(let parts): parts.allSatisfy(hasFixedLength)
    case .captured(let part), .atomic(let part): hasFixedLength(part)
    case .repeated(let part, let least, let most): least == most && hasFixedLength(part)
    case .choice: false
    }
  }
}
