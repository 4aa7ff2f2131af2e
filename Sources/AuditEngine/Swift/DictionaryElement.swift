import SwiftSyntax

/// What an assignment such as `query[key] = value` does to a dictionary.
///
/// It is the same for every use of the dictionary behind it, and there may be thousands of both.
struct DictionaryElement: Sendable {
  /// Which assignment it is, seen from where.
  struct Key: Hashable {
    /// What is assigned to.
    let target: SyntaxIdentifier
    /// Where the variable is declared.
    let declaration: Int
    /// How many names were followed before.
    let depth: Int
  }

  /// The key and the value; `nil` when the key is not known.
  let entry: TrackedDictionary.Entry?
  /// The branches around the assignment, innermost first.
  let branches: [Branch]
  /// The steps that it took to find this out.
  ///
  /// Whoever asks again pays them again, so that a limit is reached at the same place whatever was asked before.
  let steps: Int
}
