/// A file of Objective-C, C or C++ as tokens, with what it says about calls, messages and assignments.
package struct ObjectiveCSource: Sendable {
  /// The file as bytes, with its place in the tree.
  package let text: TextSource
  /// The tokens of what a release build compiles.
  package let tokens: [CToken]
  /// The comments.
  package let comments: [Range<Int>]
  /// The files that it takes in.
  package let imports: [CImport]
  /// The macros.
  package let defines: [CDefine]
  /// The functions and methods with a body, in order.
  package let functions: [CFunction]
  /// The messages, in the order in which they begin.
  package let messages: [MessageSend]
  /// The calls inside functions, in order.
  package let calls: [CCall]
  /// The assignments and declarations with a value, in order.
  package let assignments: [CAssignment]
  /// Every name in the file.
  package let names: Set<String>
  /// Whether the file has more tokens than are looked at.
  package let isCutShort: Bool

  /// What other files say about names that this one uses.
  package let project: ProjectKnowledge
  /// What was asked about names that the file does not declare.
  package let wants = WantRecorder()

  /// The most places of one kind that a rule looks at closely in one file, so that none takes for ever.
  package static let closeLooks = 200

  private let partners: [Int32]
  private let messagesBySelector: [String: [Int]]
  private let callsByName: [String: [Int]]
  private let assignmentsByName: [String: [Int]]
  private let definesByName: [String: Int]
  /// What is assigned to whole names, by the name and the function.
  private let namesByPlace: [NamePlace: GivenValue]

  /// A name inside a function, or outside of all.
  private struct NamePlace: Hashable {
    let name: String
    let function: Int?
  }

  /// How often a name is given a value at one place, and where first.
  private struct GivenValue {
    let assignment: Int
    var count = 1
  }

  /// Reads `text`; `flags` are the compilation conditions of release builds.
  package init(_ text: TextSource, flags: Set<String> = [], project: ProjectKnowledge = .empty) {
    self.project = project
    let tokenizer = CTokenizer(text.bytes, flags: flags)
    let facts = CCollector(tokenizer.tokens)
    self.text = text
    (tokens, comments, imports) = (tokenizer.tokens, tokenizer.comments, tokenizer.imports)
    (defines, isCutShort) = (tokenizer.defines, tokenizer.isCutShort)
    (partners, functions) = (facts.partners, facts.functions)
    (messages, calls, assignments) = (facts.messages, facts.calls, facts.assignments)
    names = tokens.reduce(into: []) { if $1.kind == .identifier { $0.insert($1.text) } }
    messagesBySelector = Dictionary(grouping: messages.indices) { facts.messages[$0].selector }
    callsByName = Dictionary(grouping: calls.indices) { facts.calls[$0].name }
    assignmentsByName = Dictionary(grouping: assignments.indices) { facts.assignments[$0].name }
    definesByName = Dictionary(defines.indices.map { (tokenizer.defines[$0].name, $0) }) { $1 }
    var namesByPlace: [NamePlace: GivenValue] = [:]
    for (index, assignment) in facts.assignments.enumerated()
    where assignment.path.count == 1 && assignment.key == nil {
      let place = NamePlace(name: assignment.name, function: assignment.function)
      namesByPlace[place, default: GivenValue(assignment: index, count: 0)].count += 1
    }
    self.namesByPlace = namesByPlace
  }

  // MARK: Look-ups

  /// The messages with one of `selectors`, in the order of the selectors.
  package func messages(_ selectors: String...) -> [MessageSend] {
    selectors.flatMap { messagesBySelector[$0] ?? [] }.map { messages[$0] }
  }

  /// The calls of the functions `names`, in the order of the names.
  package func calls(_ names: String...) -> [CCall] {
    names.flatMap { callsByName[$0] ?? [] }.map { calls[$0] }
  }

  /// The assignments to something called `name`.
  package func assignments(to name: String) -> [CAssignment] {
    (assignmentsByName[name] ?? []).map { assignments[$0] }
  }

  /// The first `limit` assignments to something called `name`.
  package func assignments(to name: String, first limit: Int) -> [CAssignment] {
    (assignmentsByName[name] ?? []).prefix(limit).map { assignments[$0] }
  }

  /// The assignments to something called `name` in `function`; `nil` when there are more than `limit`.
  package func assignments(to name: String, in function: Int, atMost limit: Int) -> [CAssignment]? {
    guard let all = assignmentsByName[name] else { return [] }
    let body = functions[function].body
    // They stand in order.
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if assignments[all[middle]].target.lowerBound < body.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let found = all[low...].prefix(limit + 1).map { assignments[$0] }
      .filter { $0.target.lowerBound < body.upperBound }
    return found.count <= limit ? found : nil
  }

  /// What the whole of `name` is given in `function`, or outside of all for `nil`, and how often.
  package func values(of name: String, in function: Int?) -> (first: CAssignment, count: Int)? {
    namesByPlace[NamePlace(name: name, function: function)].map { (assignments[$0.assignment], $0.count) }
  }

  /// The macro called `name`.
  package func define(_ name: String) -> CDefine? { definesByName[name].map { defines[$0] } }

  /// The bracket that belongs to the one at `index`.
  package func partner(of index: Int) -> Int? {
    partners.indices.contains(index) && partners[index] >= 0 ? Int(partners[index]) : nil
  }

  /// The bytes of some tokens.
  package func bytes(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty, range.upperBound <= tokens.count else {
      let place =
        range.lowerBound < tokens.count ? tokens[range.lowerBound].range.lowerBound : text.bytes.count
      return place..<place
    }
    return tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }

  /// What is written there, on one line and cut after `limit` characters.
  package func quote(_ range: Range<Int>, limit: Int = 60) -> String {
    let words = String(decoding: text.bytes[bytes(of: range)].prefix(limit * 8), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= limit ? words : String(words.prefix(limit)) + "…"
  }

  /// The parts of `range` between `sign`, brackets of any kind kept together.
  package func parts(of range: Range<Int>, by sign: String) -> [Range<Int>] {
    CCollector.parts(of: range, by: sign, tokens, partners)
  }

  /// Whether one of `names` is used in `range`, members of other things aside.
  package func use(of names: Set<String>, in range: Range<Int>) -> String? {
    guard !names.isEmpty else { return nil }
    for index in range.prefix(2_000)
    where tokens[index].kind == .identifier && names.contains(tokens[index].text) {
      let isMember = index > range.lowerBound && [".", "->"].contains(tokens[index - 1].text)
      let isOwn = isMember && index > 1 && tokens[index - 2].isName("self")
      let isSelector = index + 1 < range.upperBound && tokens[index + 1].isSign(":")
      if (!isMember || isOwn), !isSelector { return tokens[index].text }
    }
    return nil
  }

  /// The names that hold what one of `names` held, through assignments of one function.
  package func spread(_ names: Set<String>, in function: Int) -> Set<String> {
    var names = names
    let inside = assignments.filter { $0.function == function }
    for _ in 0..<3 {
      let before = names.count
      for assignment in inside where use(of: names, in: assignment.value) != nil {
        names.insert(assignment.name)
      }
      if names.count == before { break }
    }
    return names
  }
}

extension ObjectiveCSource {
  /// Whether a call without a receiver may be one of the function of the system with this name.
  ///
  /// `std::system(…)` and `::system(…)` are, `sys::system(…)` is a function of somebody else, and `: system(system)`
  /// gives a member of C++ its first value.
  package func isOfLibrary(_ call: CCall) -> Bool {
    let index = call.tokens.lowerBound
    guard index > 1 else { return true }
    if tokens[index - 1].isSign("::") {
      return tokens[index - 2].kind != .identifier
        || ["std", "return", "else"].contains(tokens[index - 2].text)
    }
    let isListed =
      call.tokens.upperBound < tokens.count
      && (tokens[call.tokens.upperBound].isSign(",") || tokens[call.tokens.upperBound].isSign("{"))
    return !isListed || !isFirstValue(index)
  }

  /// Looks for `Name(…) : name(…), ` before the name at `index`.
  private func isFirstValue(_ index: Int) -> Bool {
    var place = index - 1
    guard tokens[place].isSign(":") || tokens[place].isSign(",") else { return false }
    while place > max(0, index - 200) {
      let token = tokens[place]
      if token.isSign(")") || token.isSign("}"), let open = partner(of: place) {
        place = open
      } else if token.isSign(":") {
        return tokens[place - 1].isSign(")") && !asks(before: place)
      } else if token.kind == .punctuation, token.text != ",", token.text != "::", token.text != "<",
        token.text != ">"
      {
        return false
      }
      place -= 1
    }
    return false
  }

  /// Whether the colon at `place` belongs to a `?`.
  private func asks(before place: Int) -> Bool {
    var index = place - 1
    while index > max(0, place - 200) {
      let token = tokens[index]
      if token.isSign("?") { return true }
      if token.isSign(";") || token.isSign("{") { return false }
      if token.isSign(")") || token.isSign("}") || token.isSign("]"), let open = partner(of: index) {
        // A body ends what is before it.
        if token.isSign("}") { return false }
        index = open
      }
      index -= 1
    }
    return false
  }
}

extension ObjectiveCSource {
  /// Whether the name at `index` is that of a function that is declared or made there: `int name(void);`.
  package func isMadeKnown(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count, function(around: index) == nil else { return false }
    if isMade(index) { return true }
    let before = tokens[index - 1]
    return tokens[index + 1].isSign("(") && (before.kind == .identifier || before.isSign("*"))
  }

  /// The functions among `names` that the file makes.
  package func made(of names: Set<String>) -> Set<String> {
    Set(
      uses(of: names, in: tokens.indices).filter { function(around: $0) == nil && isMade($0) }.map {
        tokens[$0].text
      })
  }

  /// Looks at `name(parameters) {` and `MACRO(type, name) {`.
  private func isMade(_ index: Int) -> Bool {
    guard index + 2 < tokens.count else { return false }
    if tokens[index + 1].isSign(")") { return tokens[index + 2].isSign("{") }
    guard tokens[index + 1].isSign("("), let close = partner(of: index + 1), close + 1 < tokens.count else {
      return false
    }
    return tokens[close + 1].isSign("{")
  }

  /// The function in whose body the token at `index` stands.
  package func function(around index: Int) -> Int? {
    // They stand in order and not in each other.
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].body.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < functions.count && functions[low].body.contains(index) ? low : nil
  }
}

extension ObjectiveCSource {
  /// Whether the file is C or C++, without anything of Objective-C.
  ///
  /// A header counts as C.
  package var isPlainC: Bool { !Self.objectiveCEndings.contains { text.path.hasSuffix($0) } }

  /// Whether Apple's compilers refuse the file: without any condition it takes in what only other systems have.
  package var isForOtherSystem: Bool {
    imports.contains { taken in
      guard taken.isUnconditional else { return false }
      let name = taken.name.lowercased()
      return Self.otherHeaders.contains(name) || Self.otherFolders.contains { name.hasPrefix($0) }
    }
  }

  private static let objectiveCEndings = [".m", ".mm", ".M"]
  private static let otherHeaders: Set = [
    "windows.h", "windowsx.h", "winsock.h", "winsock2.h", "winnt.h", "wininet.h", "tchar.h", "conio.h",
    "dos.h",
    "os2.h", "sys/epoll.h", "sys/inotify.h", "sys/prctl.h", "sys/eventfd.h",
  ]
  private static let otherFolders = ["linux/", "android/", "alsa/", "xm/", "gdiplus"]
}
