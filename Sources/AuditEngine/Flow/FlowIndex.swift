import OmamoriCore

/// Finds the functions that calls mean and the properties that names mean, in all files of a project.
struct FlowIndex {
  /// A function of a file.
  struct Place: Hashable {
    let file: Int
    let function: Int
  }

  /// A property of a type, or a global variable.
  struct MemberKey: Hashable {
    let type: String?
    let name: String
  }

  /// A parameter of a closure that is passed to a function.
  struct ClosureKey: Hashable {
    let function: Int
    let parameter: Int
    let position: Int
  }

  /// Every function, file after file.
  private(set) var functions: [Place] = []
  /// The type that each function belongs to.
  private var owners: [String?] = []
  private var starts: [Int] = []
  private var byName: [String: [Int]] = [:]
  /// The initialisers of each type.
  private var initialisers: [String: [Int]] = [:]
  private var getters: [String: [Int]] = [:]
  private var callees: [[[Int]]] = []
  private var called: Set<Int> = []
  private(set) var types: [String: Set<String>] = [:]
  /// Classes, actors and protocols.
  private(set) var objects: Set<String> = []
  /// Whether the project is about coins, which are called tokens, too.
  private(set) var isAboutCoins = false
  /// What some type of the project inherits from or conforms to.
  private(set) var parents: Set<String> = []
  /// What each type inherits from and conforms to, directly or not.
  private var ancestors: [String: Set<String>] = [:]
  private var enumerations: Set<String> = []
  /// The files that declare a type of each name: unrelated types may share one.
  private var declarations: [String: Set<Int>] = [:]
  private var classesOfObjectiveC: Set<String> = []
  /// The places that a value cannot harm when the functions of this name say that it may be used.
  private var accepted: [String: FlowSinkClass] = [:]
  private(set) var memberTypes: [MemberKey: String] = [:]
  /// The stored properties of each type that are sensitive by their names, and those of the project's own types.
  private(set) var holdings: [String: [(name: String, type: String, kind: TaintKind?)]] = [:]
  private(set) var codingKeys: [String: Set<String>] = [:]
  private(set) var wrappers: [MemberKey: String] = [:]
  private var typesOfMembers: [String: Set<String>] = [:]
  private var ownersByMember: [String: Set<String>] = [:]
  private let files: [FlowFile]

  /// How many functions a call on something of an unknown type may mean.
  private static let maximumCandidates = 3
  /// How many functions any call may mean.
  private static let maximumCallees = 64
  /// How many functions are looked at in search of those that calls mean.
  private static let maximumLooks = 50_000_000

  init(_ files: [FlowFile]) {
    self.files = files
    for (file, contents) in files.enumerated() {
      starts.append(functions.count)
      for (place, function) in contents.functions.enumerated() {
        byName[function.key.name, default: []].append(functions.count)
        if function.key.name == "init", let type = function.key.types.last {
          initialisers[type, default: []].append(functions.count)
        }
        if function.isGetter, let type = function.key.types.last, FlowTypes.isOfLibrary(type) {
          getters[function.key.name, default: []].append(functions.count)
        }
        functions.append(Place(file: file, function: place))
        owners.append(function.key.types.last)
        if !function.accepts.isEmpty {
          accepted[function.key.name] = (accepted[function.key.name] ?? .all).intersection(function.accepts)
        }
      }
      for type in contents.types {
        types[type.name, default: []].formUnion(type.inherited)
        parents.formUnion(type.inherited)
        if type.isEnumeration { enumerations.insert(type.name) }
        if type.isDeclaration { declarations[type.name, default: []].insert(file) }
        if type.isOfObjectiveC { classesOfObjectiveC.insert(type.name) }
        if type.isObject { objects.insert(type.name) }
        if let keys = type.codingKeys { codingKeys[type.name, default: []].formUnion(keys) }
      }
    }
    isAboutCoins = types.keys.lazy.filter { !Self.coins.isDisjoint(with: Words.of($0)) }.prefix(3).count == 3
    var (kinds, computed): ([String: TaintKind?], Set<MemberKey>) = ([:], [])
    for contents in files {
      for function in contents.functions where function.isGetter {
        computed.insert(MemberKey(type: function.key.types.last, name: function.key.name))
      }
    }
    for (file, contents) in files.enumerated() {
      for (name, wrapper) in contents.wrappers.sorted(by: { $0.key < $1.key }) {
        let owner = name.types.last.map { unique($0, file) ?? $0 }
        wrappers[MemberKey(type: owner, name: name.member)] = wrapper
      }
      for (name, type) in contents.memberTypes.sorted(by: { $0.key < $1.key }) {
        if let plain = name.types.last, !computed.contains(MemberKey(type: plain, name: name.member)) {
          let kind = kinds[name.member] ?? FlowNames.kind(of: name.member)
          kinds[name.member] = .some(kind)
          if kind != nil || types[type] != nil, let owner = unique(plain, file) {
            holdings[owner, default: []].append((name.member, type, kind))
          }
        }
        let owner = name.types.last.map { unique($0, file) ?? $0 }
        memberTypes[MemberKey(type: owner, name: name.member)] = type
        typesOfMembers[name.member, default: []].insert(type)
        if let owner = name.types.last { ownersByMember[name.member, default: []].insert(owner) }
      }
    }
    for type in types.keys { ancestors[type] = ancestors(of: type) }
    var looks = 0
    for (file, contents) in files.enumerated() {
      // Equal calls share one list, so that many functions and many calls of one name do not multiply.
      var known: [Shape: [Int]] = [:]
      callees.append(
        contents.calls.map { call in
          let shape = Shape(call)
          if let functions = known[shape] { return functions }
          looks += byName[call.name]?.count ?? 0
          let found = looks > Self.maximumLooks ? [] : Array(lookUp(call, file).prefix(Self.maximumCallees))
          known[shape] = found
          called.formUnion(found)
          return found
        })
    }
  }

  /// What of a call tells which functions it may mean.
  private struct Shape: Hashable {
    let name: String
    let labels: [String]
    let closures: Int
    let owner: FlowOwner

    init(_ call: FlowCallSite) {
      (name, labels, closures, owner) = (call.name, call.labels, call.closures, call.owner)
    }
  }

  /// The places that the result of the function cannot harm.
  func cleaned(by function: Int) -> FlowSinkClass {
    files[functions[function].file].functions[functions[function].function].cleaned
  }

  /// Whether an extension of a type of a library about text or data declares the function.
  func isOnLibrary(_ function: Int) -> Bool { owner(function).map(FlowTypes.isOfLibrary) ?? false }

  func parameterCount(of function: Int) -> Int {
    files[functions[function].file].functions[functions[function].function].key.labels.count
  }

  /// The places that a value cannot harm of which functions called `names` say that it may be used.
  func accepted(by names: [String]) -> FlowSinkClass {
    names.reduce(into: []) { $0.formUnion(accepted[$1] ?? []) }
  }

  /// Whether the project calls the function.
  func hasCallers(_ function: Int) -> Bool { called.contains(function) }

  func number(of function: Int, in file: Int) -> Int { starts[file] + function }

  func callees(of call: Int, in file: Int) -> [Int] { callees[file][call] }

  /// The parameter of the function that the argument at `position` of a call with `labels` is for.
  func parameter(of function: Int, for position: Int, of labels: [String]) -> Int? {
    files[functions[function].file].functions[functions[function].function]
      .parameter(for: position, of: labels)
  }

  // MARK: Calls

  private func lookUp(_ call: FlowCallSite, _ file: Int) -> [Int] {
    // In Objective-C and C, functions begin with a capital, too.
    if call.name.first?.isUppercase == true, types[call.name] != nil {
      guard unique(call.name, file) != nil else { return [] }
      return (initialisers[call.name] ?? []).filter { takes($0, call) && isNear($0, file) }
    }
    let fitting = (byName[call.name] ?? []).filter { takes($0, call) && isNear($0, file) }
    guard !fitting.isEmpty else { return [] }
    switch call.owner {
    case .own(let type):
      // A function that belongs to no type may be known in its file only.
      let isHere = fitting.contains { owner($0) == nil && functions[$0].file == file }
      let own = fitting.filter { number in
        owner(number).map { isOne(type, of: $0) } ?? (!isHere || functions[number].file == file)
      }
      return own.isEmpty && fitting.count == 1 && owner(fitting[0]) == nil ? fitting : own
    case .type(let first, let members):
      guard let type = resolve(first, members) else { return guess(fitting, call) }
      let own = fitting.filter { number in
        owner(number).map { isOne(type, of: $0) || isOne($0, of: type) } ?? false
      }
      // Types of libraries are extended under their own names only.
      return own
    case .named(let name):
      let named = fitting.filter { owner($0)?.lowercased().hasSuffix(name.lowercased()) == true }
      return named.isEmpty || name.isEmpty ? guess(fitting, call) : named
    }
  }

  /// Whether code of `file` may mean the function: the types of one name in other files are strangers.
  private func isNear(_ function: Int, _ file: Int) -> Bool {
    guard let type = owner(function), isAmbiguous(type) else { return true }
    return functions[function].file == file
  }

  func isAmbiguous(_ type: String) -> Bool { (declarations[type]?.count ?? 0) > 1 }

  /// A name for the type that only it has; `nil` when several have the name and none is of `file`.
  func unique(_ type: String, _ file: Int) -> String? {
    guard isAmbiguous(type) else { return type }
    return declarations[type]?.contains(file) == true ? "\(type)@\(file)" : nil
  }

  /// The functions that a call on something of an unknown type means, when few have its name and labels.
  private func guess(_ fitting: [Int], _ call: FlowCallSite) -> [Int] {
    guard fitting.count <= Self.maximumCandidates, !Self.commonNames.contains(call.name) else { return [] }
    return fitting
  }

  /// Names of methods that libraries have, too.
  private static let commonNames: Set = [
    "append", "insert", "remove", "map", "filter", "first", "last", "contains", "load", "open", "close",
    "start", "stop",
    "write", "read", "run", "execute", "get", "set", "data", "string", "value", "object", "update", "add",
    "description",
    "joined", "components", "split", "replacingOccurrences", "trimmingCharacters", "appending", "decode",
    "encode", "dataTask",
    "resume", "send", "receive", "present", "prefix", "suffix", "index", "range", "copy", "url", "perform",
  ]

  func owner(_ function: Int) -> String? { owners[function] }

  private func takes(_ function: Int, _ call: FlowCallSite) -> Bool {
    files[functions[function].file].functions[functions[function].function]
      .takes(call.labels, closures: call.closures)
  }

  /// Whether `type` is `other`, or inherits from it or conforms to it.
  func isOne(_ type: String?, of other: String) -> Bool {
    guard let type else { return false }
    return type == other || ancestors[type]?.contains(other) == true
  }

  private func ancestors(of type: String) -> Set<String> {
    var (known, next) = (Set<String>(), [type])
    while let current = next.popLast(), known.count < 64 {
      // Sorted, because the limit would otherwise leave out others in each run.
      next += (types[current] ?? []).sorted().filter { known.insert($0).inserted }
    }
    return known
  }

  /// Whether the call means a function of a type of which nothing is known: what it does with its arguments is not known.
  func isStrange(_ call: FlowCallSite) -> Bool {
    guard call.name.first?.isLowercase == true, !FlowPasses.carryingArguments.contains(call.name),
      !FlowProtections.carriesArguments(call.name),
      case .type(let type, let members) = call.owner, members.isEmpty
    else { return false }
    return types[type] == nil && call.receiver.isEmpty
  }

  /// Whether the call makes a value of a structure by naming its properties.
  func isMemberwise(_ call: FlowCallSite) -> Bool {
    guard call.name.first?.isUppercase == true, types[call.name] != nil, !enumerations.contains(call.name),
      !classesOfObjectiveC.contains(call.name)
    else { return false }
    return !isAmbiguous(call.name)
      && call.labels.contains { memberTypes[MemberKey(type: call.name, name: $0)] != nil }
  }

  // MARK: Members

  /// The computed properties among `members` that extensions of the project declare for types of libraries.
  func getters(of members: [FlowMember]) -> [Int] {
    members.compactMap { member in
      guard case .type(let type, let path) = member.owner, let numbers = getters[member.name] else {
        guard case .named = member.owner, let numbers = getters[member.name], numbers.count == 1 else {
          return nil
        }
        return numbers[0]
      }
      guard let resolved = resolve(type, path) else { return numbers.count == 1 ? numbers[0] : nil }
      return numbers.first { owner($0).map { $0 == resolved || Self.texts.contains($0) } ?? false }
    }
  }

  private static let texts: Set = ["StringProtocol", "Collection", "Sequence", "Optional"]

  /// The property that `member` means, by the type that declares it; `nil` when nothing is known of the type.
  func key(of member: FlowMember, in file: Int) -> MemberKey? {
    switch member.owner {
    case .own(let type):
      guard let type else { return MemberKey(type: nil, name: member.name) }
      return unique(type, file).map { declared(member.name, in: $0) }
    case .type(let first, let members):
      guard let resolved = resolve(first, members) else { return byNameAlone(member.name) }
      guard let type = unique(resolved, file) else { return nil }
      if let key = known(member.name, in: type) { return key }
      // A plain name in a type may be a global variable.
      let global = MemberKey(type: nil, name: member.name)
      if memberTypes[global] != nil { return global }
      return types[resolved] == nil ? nil : MemberKey(type: type, name: member.name)
    case .named: return byNameAlone(member.name)
    }
  }

  /// Whether the property belongs to a type that values are only decoded into, such as the replies of a server; the rows of
  /// the app's own database are none.
  func isDecodedOnly(_ key: MemberKey) -> Bool {
    guard let name = key.type else { return false }
    let type = name.firstIndex(of: "@").map { String(name[..<$0]) } ?? name
    guard let inherited = types[type] else { return false }
    return inherited.contains("Decodable")
      && inherited.isDisjoint(with: ["Encodable", "Codable", "FetchableRecord", "TableRecord", "Record"])
  }

  /// Whether nothing in the project declares the type that the member belongs to.
  func isOfLibrary(_ member: FlowMember) -> Bool {
    guard case .type(let type, _) = member.owner else { return ownersByMember[member.name] == nil }
    return types[type] == nil
  }

  /// A property of which only the name is known, when only one type has one of that name.
  private func byNameAlone(_ name: String) -> MemberKey? {
    guard let owners = ownersByMember[name], owners.count == 1, let owner = owners.first else { return nil }
    return MemberKey(type: owner, name: name)
  }

  private func declared(_ name: String, in type: String) -> MemberKey {
    known(name, in: type) ?? MemberKey(type: type, name: name)
  }

  /// The property `name` of `type` or of what it inherits from.
  private func known(_ name: String, in type: String) -> MemberKey? {
    var (seen, next) = (Set([type]), [type])
    while !next.isEmpty, seen.count < 64 {
      let current = next.removeFirst()
      let key = MemberKey(type: current, name: name)
      if memberTypes[key] != nil { return key }
      let plain = current.firstIndex(of: "@").map { String(current[..<$0]) } ?? current
      for parent in (types[plain] ?? []).sorted() where seen.insert(parent).inserted { next.append(parent) }
    }
    return nil
  }

  /// The type at the end of a path of members.
  func resolve(_ first: String, _ members: [String]) -> String? {
    var type = first
    for member in members {
      guard let key = known(member, in: type), let next = memberTypes[key] else { return nil }
      type = next
    }
    return type
  }

  /// Whether what a property holds is a number or a case of an enumeration.
  func isHarmless(_ key: MemberKey) -> Bool { memberTypes[key].map(isHarmless) ?? false }

  func isHarmless(_ member: FlowMember) -> Bool {
    switch member.owner {
    case .type(let first, let members):
      if let type = resolve(first, members), let key = known(member.name, in: type) { return isHarmless(key) }
    default: break
    }
    guard let all = typesOfMembers[member.name] else { return false }
    return all.allSatisfy { FlowTypes.isHarmless($0) }
  }

  private static let coins: Set = ["coin", "coins", "erc20", "eip20", "blockchain", "evm", "erc", "nft"]

  func isEnumeration(_ type: String) -> Bool { enumerations.contains(type) }

  func isDeclared(_ type: String) -> Bool { types[type] != nil }

  private func isHarmless(_ type: String) -> Bool {
    FlowTypes.isHarmless(type) || enumerations.contains(type)
  }
}
