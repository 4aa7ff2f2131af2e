/// What the parser, help, completions and manual pages need to know about a parameter.
struct Definition: Sendable {
  /// The ways a parameter is spelled on the command line.
  enum Kind: Sendable, Equatable {
    case flag
    case option
    case argument
  }

  let kind: Kind
  /// The spellings of an option, such as `-f` and `--format`; empty for an argument.
  let names: [String]
  /// What stands for the value in help, such as `FORMAT`; empty for a flag that takes none.
  let value: String
  let help: HelpText
  var isRepeating = false
  var isRequired = false
  var isHidden = false
  var completion = Completion.none
  var environment: String?
  var defaultWord: String?
  /// Refuses a word that is not a value.
  var check: @Sendable (_ word: String, _ name: String) throws(CommandLineError) -> Void = { _, _ in }

  var isArgument: Bool { kind == .argument }
  var takesValue: Bool { kind == .option }
  /// How a message names the parameter: its long spelling, or the word that stands for the argument.
  var displayName: String { names.last ?? value }
  /// The way the parameter is written at the left of help.
  var spelling: String {
    let names = names.joined(separator: ", ")
    if isArgument { return value }
    return takesValue ? "\(names) \(value)" : value.isEmpty ? names : "\(names)[=\(value)]"
  }
  /// The argument as it appears in a usage line.
  var usage: String {
    let word = value + (isRepeating ? "..." : "")
    return isRequired ? word : "[\(word)]"
  }
}
