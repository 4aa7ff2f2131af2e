/// Collects the parameters of a command while it is declared.
///
/// Options may be typed in any order; arguments are filled in the order of their declarations.
public struct Declaration: Sendable {
  let owner = TableIdentity()
  private(set) var definitions: [Definition] = []

  init() {}

  /// Declares a flag: an option without a value that is on when it is typed.
  public mutating func flag(_ names: String..., isHidden: Bool = false, help: HelpText) -> Parameter<Bool> {
    let definition = Definition(kind: .flag, names: names, value: "", help: help, isHidden: isHidden)
    return add(definition) { words throws(CommandLineError) in !words.isEmpty }
  }

  /// Declares a flag that may carry a value behind `=`: `--fix`, `--fix=all`; the last one typed counts.
  ///
  /// - Parameters:
  ///   - names: The spellings; the value goes with a long one only.
  ///   - value: What stands for the value in help, such as `WHICH`.
  ///   - type: The type of the value.
  ///   - help: What it is for.
  /// - Returns: The handle that reads it.
  public mutating func flag<Value: CommandLineValue>(
    _ names: String..., value: String, as type: Value.Type = Value.self, help: HelpText
  ) -> Parameter<FlagValue<Value>> {
    let definition = Definition(kind: .flag, names: names, value: value, help: help)
    let name = definition.displayName
    return add(definition.checked(as: Value.self)) { words throws(CommandLineError) in
      guard let word = words.last else { return .off }
      return word.isEmpty ? .on : .value(try definition.value(of: word, named: name))
    }
  }

  /// Declares an option with a default; the last one typed counts.
  ///
  /// - Parameters:
  ///   - names: The spellings, short ones first: `"-f", "--format"`.
  ///   - value: What stands for the value in help, such as `FORMAT`.
  ///   - defaultValue: The value when the option is left out.
  ///   - environment: The environment variable to read when the option is left out.
  ///   - isHidden: Whether help, completions and manual pages leave it out.
  ///   - help: What it is for.
  /// - Returns: The handle that reads the value.
  public mutating func option<Value: CommandLineValue>(
    _ names: String...,
    value: String,
    default defaultValue: Value,
    environment: String? = nil,
    isHidden: Bool = false,
    help: HelpText
  ) -> Parameter<Value> {
    var definition = Definition(kind: .option, names: names, value: value, help: help, isHidden: isHidden)
    definition.environment = environment
    definition.defaultWord = defaultValue.commandLineWord
    return single(definition, default: defaultValue)
  }

  /// Declares an option without a default, which reads as `nil` when it is left out.
  ///
  /// - Parameters:
  ///   - names: The spellings, short ones first: `"-o", "--output"`.
  ///   - value: What stands for the value in help, such as `PATH`.
  ///   - type: The type of the value.
  ///   - environment: The environment variable to read when the option is left out.
  ///   - isHidden: Whether help, completions and manual pages leave it out.
  ///   - help: What it is for.
  /// - Returns: The handle that reads the value.
  public mutating func option<Value: CommandLineValue>(
    _ names: String...,
    value: String,
    as type: Value.Type = Value.self,
    environment: String? = nil,
    isHidden: Bool = false,
    help: HelpText
  ) -> Parameter<Value?> {
    var definition = Definition(kind: .option, names: names, value: value, help: help, isHidden: isHidden)
    definition.environment = environment
    return optional(definition)
  }

  /// Declares an option that must be typed (or come from `environment`).
  public mutating func requiredOption<Value: CommandLineValue>(
    _ names: String...,
    value: String,
    as type: Value.Type = Value.self,
    environment: String? = nil,
    help: HelpText
  ) -> Parameter<Value> {
    var definition = Definition(kind: .option, names: names, value: value, help: help, isRequired: true)
    definition.environment = environment
    return single(definition, default: nil)
  }

  /// Declares an option that may be typed any number of times; at least once where it is required.
  public mutating func options<Value: CommandLineValue>(
    _ names: String...,
    value: String,
    as type: Value.Type = Value.self,
    isRequired: Bool = false,
    isHidden: Bool = false,
    help: HelpText
  ) -> Parameter<[Value]> {
    var definition = Definition(kind: .option, names: names, value: value, help: help, isRepeating: true)
    (definition.isRequired, definition.isHidden) = (isRequired, isHidden)
    return repeated(definition)
  }

  /// Declares an argument that must be typed.
  public mutating func argument<Value: CommandLineValue>(
    _ value: String,
    as type: Value.Type = Value.self,
    help: HelpText
  ) -> Parameter<Value> {
    single(Definition(kind: .argument, names: [], value: value, help: help, isRequired: true), default: nil)
  }

  /// Declares an argument with a default.
  public mutating func argument<Value: CommandLineValue>(
    _ value: String,
    default defaultValue: Value,
    help: HelpText
  ) -> Parameter<Value> {
    var definition = Definition(kind: .argument, names: [], value: value, help: help)
    definition.defaultWord = defaultValue.commandLineWord
    return single(definition, default: defaultValue)
  }

  /// Declares an argument that reads as `nil` when it is left out.
  public mutating func optionalArgument<Value: CommandLineValue>(
    _ value: String,
    as type: Value.Type = Value.self,
    help: HelpText
  ) -> Parameter<Value?> {
    optional(Definition(kind: .argument, names: [], value: value, help: help))
  }

  /// Declares the last argument, which takes all the words that are left.
  ///
  /// - Parameters:
  ///   - value: What stands for one of them in help, such as `PATH`.
  ///   - type: The type of one of them.
  ///   - isRequired: Whether at least one must be typed.
  ///   - help: What they are for.
  /// - Returns: The handle that reads the values, in the order they were typed.
  public mutating func arguments<Value: CommandLineValue>(
    _ value: String,
    as type: Value.Type = Value.self,
    isRequired: Bool = false,
    help: HelpText
  ) -> Parameter<[Value]> {
    repeated(
      Definition(
        kind: .argument,
        names: [],
        value: value,
        help: help,
        isRepeating: true,
        isRequired: isRequired
      )
    )
  }
}

extension Declaration {
  private mutating func single<Value: CommandLineValue>(
    _ definition: Definition,
    default defaultValue: Value?
  ) -> Parameter<Value> {
    let name = definition.displayName
    return add(definition.checked(as: Value.self)) { words throws(CommandLineError) in
      if let word = words.last { return try definition.value(of: word, named: name) }
      guard let defaultValue else { throw Messages.missing(definition, command: nil) }
      return defaultValue
    }
  }

  private mutating func optional<Value: CommandLineValue>(_ definition: Definition) -> Parameter<Value?> {
    let name = definition.displayName
    return add(definition.checked(as: Value.self)) { words throws(CommandLineError) in
      guard let word = words.last else { return nil }
      return try definition.value(of: word, named: name) as Value
    }
  }

  private mutating func repeated<Value: CommandLineValue>(_ definition: Definition) -> Parameter<[Value]> {
    let name = definition.displayName
    return add(definition.checked(as: Value.self)) { words throws(CommandLineError) in
      var values: [Value] = []
      for word in words { values.append(try definition.value(of: word, named: name)) }
      return values
    }
  }

  private mutating func add<Value>(
    _ definition: Definition,
    read: @escaping @Sendable ([String]) throws(CommandLineError) -> Value
  ) -> Parameter<Value> {
    definitions.append(definition)
    return Parameter(owner: owner, index: definitions.count - 1, name: definition.displayName, read: read)
  }
}

extension Definition {
  /// Reads one word.
  fileprivate func value<Value: CommandLineValue>(
    of word: String,
    named name: String
  ) throws(CommandLineError) -> Value {
    guard let value = Value(commandLine: word) else {
      throw Messages.invalid(
        word, name: name, completion: Value.completion, expectation: Value.expectation(insteadOf: word))
    }
    return value
  }

  /// The definition with what `type` adds: how words are checked and completed.
  fileprivate func checked<Value: CommandLineValue>(as type: Value.Type) -> Definition {
    var copy = self
    copy.completion = Value.completion
    copy.check = { [self] word, name throws(CommandLineError) in _ = try value(of: word, named: name) as Value
    }
    return copy
  }
}

/// What was typed of a flag that may carry a value.
public enum FlagValue<Value: Sendable>: Sendable {
  /// Nothing.
  case off
  /// The flag alone.
  case on
  /// The flag with a value.
  case value(Value)
}
