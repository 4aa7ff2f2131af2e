package import OmamoriReport
package import SwiftSyntax

/// A constant that a value may be: it stands in the program, or in a file that is delivered with it.
package struct KnownConstant: Sendable {
  /// Its value; ``Value/computed`` when it was not worked out.
  package var value: Value
  /// Where the constant stands and by which calls it comes, from the constant on; empty when it stands where it is used.
  package var steps: [FindingStep] = []

  /// Makes a constant.
  package init(value: Value, steps: [FindingStep] = []) {
    (self.value, self.steps) = (value, steps)
  }

  /// Whether it is read from a file of the app's bundle, such as `Info.plist`.
  package var isFromBundle: Bool { value == .bundled }

  /// The bytes or the letters, if they are known.
  package var bytes: [UInt8]? {
    switch value {
    case .array(let values):
      let bytes = values.compactMap { $0.integer.map { UInt8(truncatingIfNeeded: $0) } }
      return bytes.count == values.count ? bytes : nil
    default: return value.bytes
    }
  }

  /// Whether it is known to hold nothing.
  package var isEmpty: Bool { value == .none || bytes?.isEmpty == true }

  /// What reports must not quote.
  package var secrets: [String] { value.string.map { $0.isEmpty ? [] : [$0] } ?? [] }
}

extension SwiftSource {
  /// The constants that `expression` may be, as far as this file and what others say of their names tell.
  ///
  /// Follows names to their declarations and assignments, properties to what initialisers give them, parameters to the
  /// calls of their functions, also in other files, and calls to what functions return. A value that is made from
  /// constants alone is constant; one that something else fills or may fill is not. Empty when nothing is known.
  ///
  /// - Parameters:
  ///   - expression: What is asked about.
  ///   - scope: Where it stands.
  ///   - followsCallers: Whether a parameter may be what calls pass for it.
  ///   - followsSymbols: Whether names of libraries, such as `kCCAlgorithmDES` and `.des`, count as constants.
  ///   - asksOthers: Whether other files are asked about names and functions.
  /// - Returns: The constants; each is one of several values that the expression may have.
  package func constants(
    reaching expression: ExprSyntax, in scope: ScopeID, followsCallers: Bool = true,
    followsSymbols: Bool = false,
    asksOthers: Bool = true
  ) -> [KnownConstant] {
    budget.begin()
    flowBudget.begin()
    let tracer = ConstantTracer(
      source: self, followsCallers: followsCallers, followsSymbols: followsSymbols, asksOthers: asksOthers)
    return tracer.trace(ConstantTracer.Place(expression, scope))
  }

  /// The constants that other files pass for the parameter at `position` of a function or initialiser of this file.
  func constants(passedTo key: FunctionKey, at position: Int) -> [PassedConstant] {
    wants.record(.constants(passedTo: key))
    return project.isEmpty ? [] : project.constants(passedTo: key, at: position)
  }

  /// The constants that `function`, whose parameters are not known, may return.
  func constants(returnedBy function: Function) -> [KnownConstant] {
    budget.begin()
    flowBudget.begin()
    let tracer = ConstantTracer(source: self, followsCallers: false, asksOthers: false)
    return returns(of: function).prefix(8).flatMap { value in
      let scope = facts.innermost(at: value.utf8Range.lowerBound, within: function.scope)
      return tracer.trace(ConstantTracer.Place(value, scope))
    }
  }
}

extension KnownConstant {
  /// Whether a call of `name` is one of the system that takes many constants which say nothing.
  static func isOfSystem(_ name: String) -> Bool { system.contains(name) }

  private static let system: Set = [
    "Text", "Label", "Image", "Button", "print", "NSLog", "Data", "String", "Array", "URL", "UIImage",
    "UIColor",
    "Color", "NSLocalizedString", "UIFont", "Font", "CGRect", "CGSize", "CGPoint", "NSError", "Date",
    "DateFormatter",
    "append", "contains", "hasPrefix", "hasSuffix", "joined", "fatalError", "precondition", "assert", "UInt8",
    "Int",
    "UserDefaults", "Notification", "SymmetricKey", "Nonce", "padding", "frame", "index", "prefix", "suffix",
    "replacingOccurrences", "SecureField", "TextField",
  ]
}

extension SwiftSource {
  /// The names of the types and extensions of the file.
  var declaredTypes: Set<String> {
    Set(once(all: DeclaredType.self) { facts.types.map { DeclaredType(name: $0.name) } }.map(\.name))
  }

  private struct DeclaredType: Sendable {
    let name: String
  }
}
