import OmamoriCore
package import OmamoriReport

/// What one file says about names that other files use.
package struct FileExports: Sendable, Hashable {
  /// Constants outside of functions that are not private.
  var constants: [QualifiedName: Value] = [:]
  /// The types of properties, where the type is one that rules ask about.
  var memberTypes: [QualifiedName: String] = [:]
  /// Every function that is not private, so that a name that two functions share is known to be ambiguous.
  package var functions: [ExportedFunction] = []
  /// What is passed to functions that the file does not declare.
  package var passed: [PassedValue] = []
  /// The uses of ``AskedNames``.
  var uses: [String: [NamedUse]] = [:]
  /// The constants that are passed to functions and initialisers that the file does not declare.
  package var passedConstants: [PassedConstant] = []

  /// How much of each kind is kept of a file.
  static let most = 4096
}

/// A function as other files see it.
package struct ExportedFunction: LabelledFunction, Sendable, Hashable {
  /// What tells it from others.
  package let key: FunctionKey
  /// For each parameter whether it may be left out.
  package let isOptional: [Bool]
  /// What it does with values.
  package var summary = FlowSummary()
  /// The dictionary that it returns, with places that mean nothing in other files.
  package var dictionary: TrackedDictionary?
  /// The constant that it returns, whatever is passed.
  package var constant: Value?

  /// Whether knowing it changes anything.
  var saysSomething: Bool { !summary.isEmpty || dictionary != nil || constant != nil }
}

/// A function whose parameters have labels, some of which may be left out.
protocol LabelledFunction {
  var key: FunctionKey { get }
  /// For each parameter whether it may be left out.
  var isOptional: [Bool] { get }
}

extension LabelledFunction {
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
  func parameter(for position: Int, of labels: [String]) -> Int? {
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

/// What a function does with values, for those who call it from other files.
package struct FlowSummary: Sendable, Hashable {
  /// The places of the parameters that come back in its result.
  package var passes: Set<Int> = []
  /// What its result carries from outside, whatever is passed.
  package var source: TaintedValue?
  /// Whether it evaluates the certificate chain of a server.
  package var evaluatesTrust = false

  /// Whether there is nothing to say.
  package var isEmpty: Bool { passes.isEmpty && source == nil && !evaluatesTrust }
}

/// What tells a function from others: the types around it, its name and its labels.
///
/// A short name alone is no key: unrelated functions share it.
package struct FunctionKey: Sendable, Hashable {
  /// The types around it, outermost first; empty for a global function.
  package let types: [String]
  /// The name; `init` for an initialiser.
  package let name: String
  /// The labels of its parameters, `_` for none.
  package let labels: [String]

  /// Makes a key.
  package init(types: [String] = [], name: String, labels: [String]) {
    (self.types, self.name, self.labels) = (types, name, labels)
  }
}

/// A value that a file passes to a function of another one.
package struct PassedValue: Sendable, Hashable {
  /// The name that is called.
  package let name: String
  /// The labels of the arguments, `_` for none.
  package let labels: [String]
  /// What the call tells about the function's type.
  package let owner: CallOwner
  /// How many closures stand behind the parentheses.
  package let closures: Int
  /// The place of the argument.
  package let position: Int
  /// What is passed.
  package let value: TaintedValue
}

/// A constant that a file passes to a function or an initialiser of another one.
package struct PassedConstant: Sendable, Hashable {
  /// The name that is called; the type for an initialiser.
  package let name: String
  /// The labels of the arguments, `_` for none.
  package let labels: [String]
  /// What the call tells about the function's type.
  package let owner: CallOwner
  /// The place of the argument.
  package let position: Int
  /// The constant.
  package let value: Value
  /// Where it is passed.
  package let step: FindingStep

  /// The place of the parameter of the function with `key` that it is for; `nil` when the call means another one.
  func parameter(of key: FunctionKey) -> Int? {
    let type = key.types.last
    guard key.name == "init" ? name == type : name == key.name && owner.mayBe(type) else { return nil }
    // What is left out has a default argument.
    var (index, place) = (0, nil as Int?)
    for (argument, label) in labels.enumerated() {
      while index < key.labels.count, key.labels[index] != label { index += 1 }
      guard index < key.labels.count else { return nil }
      if argument == position { place = index }
      index += 1
    }
    return place
  }
}

/// The name of a constant or property with the types around it: `App.Keys.token`.
package struct QualifiedName: Sendable, Hashable {
  /// The types around it, outermost first; empty for a global name.
  package let types: [String]
  /// The name.
  package let member: String

  /// Makes a name.
  package init(types: [String] = [], member: String) { (self.types, self.member) = (types, member) }
}

extension QualifiedName: Comparable {
  package static func < (left: QualifiedName, right: QualifiedName) -> Bool {
    (left.types + [left.member]).lexicographicallyPrecedes(right.types + [right.member])
  }
}

/// What a call tells about the type whose function it means.
package enum CallOwner: Sendable, Hashable {
  /// There is nothing before a dot: a global function, or one of the type around the call.
  case own(String?)
  /// What it is called on is of this type.
  case type(String)
  /// What it is called on has this name, and nothing more is known.
  case named(String)

  /// Whether a function of `type`, or a global one, may be meant.
  package func mayBe(_ type: String?) -> Bool {
    switch self {
    case .own(let around): type == nil || type == around
    case .type(let known): type == known
    // `storage.save(…)` is taken to mean `Storage` or `FileStorage`.
    case .named(let name): type?.lowercased().hasSuffix(name.lowercased()) ?? false
    }
  }
}

/// What rules asked about names that a file does not declare, so that the answer may be in another file.
package struct FileWants: Sendable, Hashable {
  /// A call of a function that the file does not declare.
  package struct CallShape: Sendable, Hashable {
    /// The name that is called.
    package let name: String
    /// The labels of the arguments, `_` for none.
    package let labels: [String]
    /// How many closures stand behind the parentheses.
    package let closures: Int
    /// What the call tells about the function's type.
    package let owner: CallOwner
  }

  /// A question that another file may answer.
  package enum Question: Sendable, Hashable {
    /// What is the value, or the type, of a member of a type, or of a global name (without a type)?
    case member(String, of: String?)
    /// What does the function that such a call means do with values?
    case function(CallShape)
    /// What is passed to this function, which the file declares?
    case parameters(of: FunctionKey)
    /// How is this name, one of ``AskedNames``, used?
    case uses(of: String)
    /// Which constants are passed to this function or initialiser, which the file declares?
    case constants(passedTo: FunctionKey)
  }

  /// The questions.
  package var questions: Set<Question> = []

  /// How many questions of a file are kept.
  static let most = 8192
}

/// Collects the questions of one file while rules look at it.
package final class WantRecorder: Sendable {
  private let wants = Protected(FileWants())

  /// What was asked so far.
  package var current: FileWants { wants.current }

  package func record(_ question: FileWants.Question) {
    wants.withLock { wants in
      if wants.questions.count < FileWants.most { wants.questions.insert(question) }
    }
  }
}
