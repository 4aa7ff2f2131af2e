import OmamoriCore
import OmamoriReport

/// What one file says about values on their way: the calls it makes, what it passes to them, what its functions return, what
/// it writes to properties, and what arrives at places that matter.
///
/// ``FlowSolver`` puts the files of a project together. Nothing here refers to a syntax tree, so a cache can keep it.
package struct FlowFile: Sendable, Hashable {
  /// The file, relative to the audited path.
  var path = ""
  /// What the file is for.
  var context = FileContext.app
  /// The functions, initialisers, methods and getters that the file declares.
  var functions: [FlowFunction] = []
  /// The calls that it makes.
  var calls: [FlowCallSite] = []
  /// The values that it writes to properties and variables that outlive a function, and what arrives at places that matter.
  var edges: [FlowEdge] = []
  /// The types that it declares or extends.
  var types: [FlowType] = []
  /// The types of properties and global variables.
  var memberTypes: [QualifiedName: String] = [:]
  /// What stands before properties and changes where they are kept: `AppStorage`, a wrapper of the project, `static`.
  var wrappers: [QualifiedName: String] = [:]
  /// The kinds of stores that the file encrypts.
  var encrypted: FlowSinkClass = []
  /// Whether a limit was reached, so that some values were not followed.
  var isCutShort = false

  /// How many calls and edges are kept of a file.
  static let maximum = 60_000
}

/// A type, with the names of what it inherits from or conforms to.
struct FlowType: Sendable, Hashable {
  let name: String
  let inherited: [String]
  /// Whether it is an enumeration: the raw value of its cases is written in the program.
  let isEnumeration: Bool
  /// Whether it is declared here, not extended.
  ///
  /// A class of Objective-C never is: its interface and its implementation are two files, and its name is
  /// the only one in the program.
  let isDeclaration: Bool
  /// Whether it is a class of Objective-C, of which no instance is made by naming its properties.
  var isOfObjectiveC = false
  /// Whether it is a class, an actor or a protocol: a text made of a value says only its name.
  var isObject = false
  /// The properties that are encoded, when the type names them.
  var codingKeys: [String]?
}

/// A function as the flow of values sees it.
struct FlowFunction: LabelledFunction, Sendable, Hashable {
  let key: FunctionKey
  /// For each parameter whether a call may leave it out.
  let isOptional: [Bool]
  /// What it returns.
  var returns: [FlowOrigin] = []
  /// The places that its result cannot harm, whatever it is passed: `escaped(_:)`, `encrypt(_:)`.
  let cleaned: FlowSinkClass
  /// Whether it is a computed property.
  let isGetter: Bool
  /// The places that a value cannot harm of which the function says that it may be used.
  var accepts: FlowSinkClass = []
  let region: SourceRegion
}

/// A call, with where its arguments come from.
struct FlowCallSite: Sendable, Hashable {
  let name: String
  /// The labels of the arguments, `_` for none; the parts of a selector in Objective-C.
  let labels: [String]
  /// How many closures stand behind the parentheses.
  let closures: Int
  let owner: FlowOwner
  var receiver: [FlowOrigin]
  var arguments: [[FlowOrigin]]
  /// What the result is when no file declares the function.
  let fallback: Fallback
  let region: SourceRegion
  /// The types of the arguments, as far as they may hold something sensitive.
  var wholes: [Int: FlowOwner] = [:]
  /// The line, when what is passed may be sensitive.
  var snippet = ""

  /// What the result of a function that no file declares carries.
  struct Fallback: Sendable, Hashable {
    var carriesReceiver = true
    var carriesArguments = false
    /// The places that its result cannot harm.
    var cleaned: FlowSinkClass = []
  }
}

/// What is known of the type that a function or property belongs to.
enum FlowOwner: Sendable, Hashable {
  /// Nothing stands before the dot: the type around, or no type.
  case own(String?)
  /// The type at the end of `members`, beginning with the type called this.
  case type(String, members: [String])
  /// What stands before the dot has this name, and its type is not known.
  case named(String)
}

/// A property or variable.
struct FlowMember: Sendable, Hashable {
  let owner: FlowOwner
  let name: String
}

/// Where a value comes from, as far as one function tells.
struct FlowOrigin: Sendable, Hashable {
  enum Leaf: Sendable, Hashable {
    /// Something outside of the app, or something sensitive; it is called `name`.
    case source(TaintKind, name: String)
    /// The parameter at this place of the function at this place of the file.
    case parameter(function: Int, Int)
    /// What the function that is called passes to a closure: the call, and the place of the closure's parameter.
    case closureParameter(call: Int, Int)
    /// The result of a call.
    case result(call: Int)
    case member(FlowMember)
    /// Something sensitive by its name, when values of its type can be that.
    case named(TaintKind, name: String, type: FlowOwner)
    /// Everything that a value of the type holds.
    case whole(FlowOwner)
  }

  let leaf: Leaf
  let region: SourceRegion
  /// The places that it cannot harm any more.
  var cleaned: FlowSinkClass = []
  /// Members that were taken of it; one that is a number ends the way.
  var members: [FlowMember] = []
  /// Whether it became a part of a path.
  var isJoined = false
  /// The functions and computed properties of the project that returned true for the value before it is used.
  var asked: [String] = []
}

extension FlowOrigin {
  /// Whether more than what the function around was passed decides what the value is.
  var mayBeSensitive: Bool {
    switch leaf {
    case .parameter, .closureParameter: false
    case .source(let kind, _): !kind.isDisjoint(with: .disclosed)
    case .result, .member, .named, .whole: true
    }
  }
}

/// A value that arrives somewhere.
struct FlowEdge: Sendable, Hashable {
  enum Target: Sendable, Hashable {
    case member(FlowMember)
    /// What a function passes to the closure that is its parameter at this place.
    case closure(function: Int, parameter: Int, Int)
    /// A place that values must not reach.
    case sink(FlowSinkClass, name: String)
  }

  let target: Target
  var origins: [FlowOrigin]
  let region: SourceRegion
  /// The line of a sink, and what arrives there as it is written.
  var snippet = ""
  var quote = ""
  /// The call that is the sink when no function of the project is meant.
  var call: Int?
}
