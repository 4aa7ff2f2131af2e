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
