import OmamoriCore
import OmamoriReport

/// The calls and values of all files with their names looked up, each when it is first asked for.
///
/// ``FlowSolver`` goes over them in many rounds, and what a name means is the same in each.
struct FlowLinks {
  /// A property.
  struct Member {
    /// The places that a value cannot harm after it was kept in it.
    let cleaned: FlowSinkClass
    /// Whether a server decides what it holds when nothing in the project is written to it.
    let isDecoded: Bool
  }

  /// Where something comes in.
  struct Beginning {
    let kind: TaintKind
    let name: String
    let file: Int
    let region: SourceRegion
    var fact: Int?
  }

  private(set) var members: [Member] = []
  var beginnings: [Beginning] = []
  private let files: [FlowFile]
  private let index: FlowIndex
  private var numbers: [FlowIndex.MemberKey: Int] = [:]
  private var beginningNumbers: [[FlowOrigin: Int]]
  private var memberNumbers: [[FlowMember: Int?]]
  private var calls: [[LinkedCall?]]
  private var returns: [[LinkedOrigin]?]
  private var edges: [[Edge]]
  private var parameters: [Shape: [Int?]] = [:]

  private struct Edge {
    var origins: [LinkedOrigin]?
    /// The property that it writes to.
    var target: Int??
  }

  private struct Shape: Hashable {
    let function: Int
    let labels: [String]
  }

  init(_ files: [FlowFile], _ index: FlowIndex) {
    (self.files, self.index) = (files, index)
    beginningNumbers = Array(repeating: [:], count: files.count)
    memberNumbers = Array(repeating: [:], count: files.count)
    calls = files.map { Array(repeating: nil, count: $0.calls.count) }
    returns = Array(repeating: nil, count: index.functions.count)
    edges = files.map { Array(repeating: Edge(), count: $0.edges.count) }
  }

  // MARK: Calls, functions and edges

  mutating func call(_ number: Int, in file: Int) -> LinkedCall {
    if let known = calls[file][number] { return known }
    let site = files[file].calls[number]
    let callees = index.callees(of: number, in: file)
    let call = LinkedCall(
      site, files[file].path, callees, index,
      parameters: callees.map { parameters(of: $0, for: site.labels, count: site.arguments.count) },
      receiver: linked(site.receiver, in: file), arguments: site.arguments.map { linked($0, in: file) })
    calls[file][number] = call
    return call
  }

  /// The parameters of the function that the arguments of a call with `labels` are for.
  private mutating func parameters(of function: Int, for labels: [String], count: Int) -> [Int?] {
    let shape = Shape(function: function, labels: labels)
    if let known = parameters[shape], known.count >= count { return known }
    let found = (0..<count).map { index.parameter(of: function, for: $0, of: labels) }
    parameters[shape] = found
    return found
  }

  mutating func returns(of function: Int) -> [LinkedOrigin] {
    if let known = returns[function] { return known }
    let place = index.functions[function]
    let found = linked(files[place.file].functions[place.function].returns, in: place.file)
    returns[function] = found
    return found
  }

  mutating func origins(ofEdge number: Int, in file: Int) -> [LinkedOrigin] {
    if let known = edges[file][number].origins { return known }
    let found = linked(files[file].edges[number].origins, in: file)
    edges[file][number].origins = found
    return found
  }

  /// The property that the edge writes to.
  mutating func target(_ number: Int, in file: Int) -> Int? {
    if let known = edges[file][number].target { return known }
    guard case .member(let member) = files[file].edges[number].target else { return nil }
    let found = self.number(of: member, in: file)
    edges[file][number].target = .some(found)
    return found
  }

  // MARK: Properties

  mutating func number(of key: FlowIndex.MemberKey) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = members.count
    members.append(
      Member(cleaned: index.cleaned(by: key), isDecoded: !index.isHarmless(key) && index.isDecodedOnly(key)))
    return members.count - 1
  }

  /// The number of the property that the name means.
  private mutating func number(of member: FlowMember, in file: Int) -> Int? {
    if let known = memberNumbers[file][member] { return known }
    let found = index.key(of: member, in: file).map { number(of: $0) }
    memberNumbers[file][member] = .some(found)
    return found
  }

  // MARK: Values

  mutating func linked(_ origins: [FlowOrigin], in file: Int) -> [LinkedOrigin] {
    origins.isEmpty ? [] : origins.map { linked($0, in: file) }
  }

  private mutating func linked(_ origin: FlowOrigin, in file: Int) -> LinkedOrigin {
    var linked = LinkedOrigin(
      leaf: leaf(of: origin, in: file), cleaned: origin.cleaned.union(index.accepted(by: origin.asked)),
      isJoined: origin.isJoined)
    guard !origin.members.isEmpty else { return linked }
    linked.getters = index.getters(of: origin.members)
    linked.taken = index.cleaned(byTaking: origin.members, getters: linked.getters)
    return linked
  }

  private mutating func leaf(of origin: FlowOrigin, in file: Int) -> LinkedOrigin.Leaf {
    switch origin.leaf {
    case .source(let kind, let name): return begin(kind, name, origin, file)
    case .parameter(let function, let parameter):
      return .parameter(
        FlowSolver.ParameterKey(function: index.number(of: function, in: file), parameter: parameter))
    case .closureParameter(let call, let position): return .closureParameter(call: call, position)
    case .member(let member):
      guard let number = number(of: member, in: file) else {
        // The name that somebody gave a file, which an app receives through a library.
        guard Self.fileNames.contains(member.name), index.isOfLibrary(member) else { return .nothing }
        return begin(.network, member.name, origin, file)
      }
      guard members[number].isDecoded else { return .member(number, source: nil) }
      return .member(number, source: self.number(of: origin, .network, member.name, file))
    case .named(let kind, let name, let type):
      return index.canHold(kind, name, type, file) ? begin(kind, name, origin, file) : .nothing
    case .whole(let type):
      return index.held(by: type, file).map { begin($0.kind, $0.name, origin, file) } ?? .nothing
    case .result(let call): return .result(call)
    }
  }

  private mutating func begin(
    _ kind: TaintKind, _ name: String, _ origin: FlowOrigin, _ file: Int
  ) -> LinkedOrigin.Leaf {
    .source(number(of: origin, kind, name, file))
  }

  private mutating func number(of origin: FlowOrigin, _ kind: TaintKind, _ name: String, _ file: Int) -> Int {
    if let known = beginningNumbers[file][origin] { return known }
    beginningNumbers[file][origin] = beginnings.count
    beginnings.append(Beginning(kind: kind, name: name, file: file, region: origin.region))
    return beginnings.count - 1
  }

  private static let fileNames: Set = ["filename", "fileName", "suggestedName"]
}

/// Where a value comes from, with the names looked up; see ``FlowOrigin``.
struct LinkedOrigin {
  enum Leaf {
    /// No value that matters.
    case nothing
    /// A place in ``FlowLinks/beginnings``.
    case source(Int)
    case parameter(FlowSolver.ParameterKey)
    case closureParameter(call: Int, Int)
    case result(Int)
    /// A property, and what it holds when nothing is written to it.
    case member(Int, source: Int?)
  }

  let leaf: Leaf
  /// The places that it cannot harm any more.
  let cleaned: FlowSinkClass
  /// The places that it cannot harm because of the members that were taken of it.
  var taken: FlowSinkClass = []
  let isJoined: Bool
  /// The computed properties of the project that were taken of it.
  var getters: [Int] = []

  init(leaf: Leaf, cleaned: FlowSinkClass, isJoined: Bool) {
    (self.leaf, self.cleaned, self.isJoined) = (leaf, cleaned, isJoined)
  }
}

/// A call with the names looked up; see ``FlowCallSite``.
final class LinkedCall {
  let name: String
  let labels: [String]
  let receiver: [LinkedOrigin]
  let arguments: [[LinkedOrigin]]
  /// The functions that it may mean.
  let callees: [Int]
  /// The places that the result of each of them cannot harm.
  let cleanedByCallees: [FlowSinkClass]
  /// Whether an extension of a type of a library declares each of them.
  let areOnLibraries: [Bool]
  /// The parameters of each of them, by the arguments that are for them.
  let parameters: [[Int?]]
  /// Whether the arguments are kept in an object.
  let makesObject: Bool
  let isMemberwise: Bool
  /// What the result is when no file declares the function.
  let (carriesReceiver, carriesArguments, joins): (Bool, Bool, Bool)
  /// The places that the result cannot harm then.
  let cleaned: FlowSinkClass
  private let (path, region): (String, SourceRegion)

  init(
    _ site: FlowCallSite, _ path: String, _ callees: [Int], _ index: FlowIndex, parameters: [[Int?]],
    receiver: [LinkedOrigin], arguments: [[LinkedOrigin]]
  ) {
    (name, labels, self.path, region) = (site.name, site.labels, path, site.region)
    (self.callees, self.parameters, self.receiver, self.arguments) = (
      callees, parameters, receiver, arguments
    )
    cleanedByCallees = callees.map(index.cleaned)
    areOnLibraries = callees.map(index.isOnLibrary)
    makesObject = site.name.first?.isUppercase == true
    isMemberwise = callees.isEmpty && index.isMemberwise(site)
    carriesReceiver = site.fallback.carriesReceiver
    carriesArguments = site.fallback.carriesArguments && !index.isStrange(site)
    joins =
      FlowSinks.joins[site.name] != nil
      && (site.name != "URL" || site.labels == ["fileURLWithPath", "relativeTo"])
    cleaned = site.fallback.cleaned
  }

  func step(_ message: LocalizedText) -> FindingStep {
    FindingStep(file: path, region: region, message: message)
  }
}
