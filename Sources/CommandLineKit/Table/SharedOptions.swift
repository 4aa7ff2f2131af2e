/// Options that every command of a tool understands, such as `--language` or `--quiet`.
///
/// The handles are members of a type of the tool's own, reached through this value:
///
/// ```swift
/// struct Shared: Sendable {
///   let quiet: Parameter<Bool>
///   init(_ declare: inout Declaration) {
///     quiet = declare.flag("-q", "--quiet", help: "Print results only.")
///   }
/// }
/// let shared = SharedOptions(Shared.init)   // later: try arguments[shared.quiet]
/// ```
@dynamicMemberLookup
public struct SharedOptions<Handles: Sendable>: Sendable {
  let declaration: Declaration
  private let handles: Handles

  /// Declares the options; `declare` keeps the handles.
  public init(_ declare: (inout Declaration) -> Handles) {
    var declaration = Declaration()
    handles = declare(&declaration)
    self.declaration = declaration
  }

  /// A handle.
  public subscript<Value>(dynamicMember member: KeyPath<Handles, Value>) -> Value { handles[keyPath: member] }
}
