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

  /// How much of each kind is kept of a file.
  static let most = 4096
}
