/// What the files of the audited material say about names that other files use.
///
/// Empty while a file is looked at for the first time. What two files say differently is not known.
package struct ProjectKnowledge: Sendable {
  /// Nothing is known.
  package static let empty = ProjectKnowledge([])

  private var constants: [Member: [QualifiedName: Value?]] = [:]
  private var memberTypes: [Member: Set<String>] = [:]
  private var functions: [String: [ExportedFunction]] = [:]
  private var passed: [FunctionKey: [Int: [PassedValue]]] = [:]
  private var uses: [String: [NamedUse]] = [:]
  private var passedConstants: [String: [PassedConstant]] = [:]
  /// Whether nothing is known.
  package private(set) var isEmpty = true

  private struct Member: Hashable {
    let name: String
    let type: String?
  }

  /// Puts together what the files say, in their order.
  package init(_ files: [FileExports]) {
    for file in files {
      for (name, value) in file.constants {
        let member = Member(name: name.member, type: name.types.last)
        if let known = constants[member]?[name], known != value {
          constants[member]?[name] = .some(nil)
        } else {
          constants[member, default: [:]][name] = .some(value)
        }
      }
      for (name, type) in file.memberTypes {
        memberTypes[Member(name: name.member, type: name.types.last), default: []].insert(type)
      }
      for function in file.functions { functions[function.key.name, default: []].append(function) }
      for (name, found) in file.uses { uses[name, default: []] += found }
      for constant in file.passedConstants
      where passedConstants[constant.name, default: []].count < Self.mostOfOneName {
        passedConstants[constant.name, default: []].append(constant)
      }
      let saysNothing =
        file.constants.isEmpty && file.passedConstants.isEmpty && file.functions.isEmpty
        && file.passed.isEmpty
        && file.uses.isEmpty
      if !saysNothing { isEmpty = false }
    }
    resolve(files.lazy.flatMap(\.passed))
  }

  /// Notes what is passed by the function and the parameter that it is for.
  ///
  /// Done once, and once for all calls that look alike: files ask about each parameter of each of their functions.
  private mutating func resolve(_ values: some Sequence<PassedValue>) {
    var meant: [FileWants.CallShape: ExportedFunction?] = [:]
    for value in values {
      let call = FileWants.CallShape(
        name: value.name, labels: value.labels, closures: value.closures, owner: value.owner)
      let known: ExportedFunction?
      if let before = meant[call] {
        known = before
      } else {
        known = function(call.name, labels: call.labels, closures: call.closures, owner: call.owner)
        meant[call] = .some(known)
      }
      guard let known, let place = known.parameter(for: value.position, of: value.labels) else { continue }
      passed[known.key, default: [:]][place, default: []].append(value)
    }
  }

  /// How many functions may share a name before nothing is known of any of them: each call is held against all.
  private static let mostOfOneName = 2048

  // MARK: Questions

  /// The value of `path.name`, where `path` ends with the type; an empty path means a global name.
  ///
  /// A path may leave out the types around its first one, and may begin with the name of a module.
  package func constant(_ name: String, of path: [String]) -> Value? {
    guard let known = constants[Member(name: name, type: path.last)] else { return nil }
    let fitting = known.filter { $0.key.types.endsAlike(path) }
    guard fitting.count == 1, let value = fitting.first?.value else { return nil }
    return value
  }

  /// The type of the property `name` of `type`.
  package func typeName(of name: String, in type: String) -> String? {
    guard let types = memberTypes[Member(name: name, type: type)], types.count == 1 else { return nil }
    return types.first
  }

  /// The one function that a call means, or `nil` when there is none or several fit.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - labels: The labels of the arguments, `_` for none.
  ///   - closures: How many closures stand behind the parentheses.
  ///   - owner: What the call tells about the type it belongs to.
  /// - Returns: The function.
  package func function(
    _ name: String, labels: [String], closures: Int, owner: CallOwner
  ) -> ExportedFunction? {
    var found: Int?
    guard let known = functions[name], known.count <= Self.mostOfOneName else { return nil }
    for index in known.indices
    where owner.mayBe(known[index].key.types.last) && known[index].takes(labels, closures: closures) {
      guard found == nil else { return nil }
      found = index
    }
    return found.map { known[$0] }
  }

  /// What other files pass for the parameter at `position` of the function with `key`, in the order of the files.
  package func values(passedTo key: FunctionKey, at position: Int) -> [PassedValue] {
    passed[key]?[position] ?? []
  }

  /// The uses of `name` in all files, in the order of the files.
  package func uses(of name: String) -> [NamedUse] { uses[name] ?? [] }
  /// The constants that other files pass for the parameter at `position` of the function with `key`, in the order of the
  /// files; for the initialiser that the compiler makes, the key has one label.
  package func constants(passedTo key: FunctionKey, at position: Int) -> [PassedConstant] {
    constants(passedTo: key).filter { $0.parameter(of: key) == position }
  }

  private func constants(passedTo key: FunctionKey) -> [PassedConstant] {
    guard let name = key.name == "init" ? key.types.last : key.name else { return [] }
    return (passedConstants[name] ?? []).filter { $0.parameter(of: key) != nil }
  }

  // MARK: Looking again

  /// Whether something is known that answers one of `wants`.
  package func answers(_ wants: FileWants) -> Bool { wants.questions.contains { answer(to: $0) != nil } }

  /// Whether an answer to one of `wants` is another one than in `before`.
  package func answers(_ wants: FileWants, otherThan before: ProjectKnowledge) -> Bool {
    wants.questions.contains { answer(to: $0) != before.answer(to: $0) }
  }

  private enum Answer: Hashable {
    case constants([QualifiedName: Value?], Set<String>)
    case function(ExportedFunction)
    case passed([PassedValue])
    case uses([NamedUse])
    case constantsPassed([PassedConstant])
  }

  private func answer(to question: FileWants.Question) -> Answer? {
    switch question {
    case .member(let name, let type):
      let member = Member(name: name, type: type)
      let (values, types) = (constants[member] ?? [:], memberTypes[member] ?? [])
      return values.isEmpty && types.isEmpty ? nil : .constants(values, types)
    case .function(let call):
      let known = function(call.name, labels: call.labels, closures: call.closures, owner: call.owner)
      return known.flatMap { $0.saysSomething ? .function($0) : nil }
    case .parameters(let key):
      let values = key.labels.indices.flatMap { self.values(passedTo: key, at: $0) }
      return values.isEmpty ? nil : .passed(values)
    case .uses(let name): return uses[name].map { .uses($0) }
    case .constants(let key):
      let values = constants(passedTo: key)
      return values.isEmpty ? nil : .constantsPassed(values)
    }
  }
}

extension [String] {
  /// Whether one of both is the end of the other.
  fileprivate func endsAlike(_ other: [String]) -> Bool {
    zip(reversed(), other.reversed()).allSatisfy { $0 == $1 } && (isEmpty == other.isEmpty)
  }
}
