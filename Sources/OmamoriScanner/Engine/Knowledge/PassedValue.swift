/// A value that a file passes to a function of another one.
struct PassedValue: Sendable, Hashable {
  /// The name that is called.
  let name: String
  /// The labels of the arguments, `_` for none.
  let labels: [String]
  /// What the call tells about the function's type.
  let owner: CallOwner
  /// How many closures stand behind the parentheses.
  let closures: Int
  /// The place of the argument.
  let position: Int
  /// What is passed.
  let value: TaintedValue
}
