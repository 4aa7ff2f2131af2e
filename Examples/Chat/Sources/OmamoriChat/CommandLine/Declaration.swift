import OmamoriCore

/// What the reader and the help need to know about an option or an argument.
struct Definition: Sendable {
  /// The spellings of an option, such as `-f` and `--file`; empty for an argument.
  let names: [String]
  /// What stands for the value in help; empty for a flag.
  let value: String
  let help: LocalizedText
  var isRepeating = false
  var isRequired = false
  var environment: String?
  /// Refuses a word that is not a value; gets the name by which the message calls the parameter.
  var check: @Sendable (_ word: String, _ name: String) throws(ChatFault) -> Void = { _, _ in }

  var isArgument: Bool { names.isEmpty }
  var isFlag: Bool { value.isEmpty }
  /// How a message names the parameter.
  var displayName: String { names.last ?? value }
}

/// A typed handle to an option or an argument, which reads what was typed: `try arguments[file]`.
struct Parameter<Value: Sendable>: Sendable {
  let index: Int
  /// Reads the words that were typed; none when the parameter was left out.
  let read: @Sendable (_ words: [String]) throws(ChatFault) -> Value
}

/// The options that every command understands; each declaration begins with them.
let sharedOptions = SharedOptions()

/// The handles of the options that every command understands.
struct SharedOptions: Sendable {
  let language: Parameter<Language?>
  let noColor: Parameter<Bool>
  let quiet: Parameter<Bool>
  let definitions: [Definition]

  fileprivate init() {
    var declare = Declaration(definitions: [])
    language = declare.option(
      "--language", value: "LANG", environment: "OMAMORI_LANGUAGE",
      help: LocalizedText("Write messages in this language (en, ja).", ja: "メッセージの言語（en、ja）。"))
    noColor = declare.flag(
      "--no-color", help: LocalizedText("Write without colour.", ja: "色を使わずに出力します。"))
    quiet = declare.flag(
      "-q", "--quiet",
      help: LocalizedText("Leave out what is not the answer.", ja: "結果以外を表示しません。"))
    definitions = declare.definitions
  }
}

/// Collects the parameters of a command while it is declared; arguments are filled in the order of their declarations.
struct Declaration: Sendable {
  private(set) var definitions: [Definition]

  fileprivate init(definitions: [Definition]) { self.definitions = definitions }

  /// Begins with the options that every command understands.
  init() { definitions = sharedOptions.definitions }

  /// Declares an option without a value.
  mutating func flag(_ names: String..., help: LocalizedText) -> Parameter<Bool> {
    add(Definition(names: names, value: "", help: help)) { words throws(ChatFault) in !words.isEmpty }
  }

  /// Declares an option with a value; the last one typed counts, or what the variable `environment` says.
  mutating func option<Value: CommandLineValue>(
    _ names: String..., value: String, as type: Value.Type = Value.self, environment: String? = nil,
    help: LocalizedText
  ) -> Parameter<Value?> {
    single(Definition(names: names, value: value, help: help, environment: environment))
  }

  /// Declares an option that may be typed any number of times.
  mutating func options<Value: CommandLineValue>(
    _ names: String..., value: String, as type: Value.Type = Value.self, help: LocalizedText
  ) -> Parameter<[Value]> {
    repeated(Definition(names: names, value: value, help: help, isRepeating: true))
  }

  /// Declares an argument that must be typed.
  mutating func argument<Value: CommandLineValue>(
    _ value: String, as type: Value.Type = Value.self, help: LocalizedText
  ) -> Parameter<Value> {
    let definition = Definition(names: [], value: value, help: help, isRequired: true)
    return add(definition.checked(as: Value.self)) { words throws(ChatFault) in
      guard let word = words.last else { throw .missing(definition, command: []) }
      return try definition.value(of: word, named: value)
    }
  }

  /// Declares an argument that reads as `nil` when it is left out.
  mutating func optionalArgument<Value: CommandLineValue>(
    _ value: String, as type: Value.Type = Value.self, help: LocalizedText
  ) -> Parameter<Value?> {
    single(Definition(names: [], value: value, help: help))
  }

  /// Declares the last argument, which takes all the words that are left.
  mutating func arguments<Value: CommandLineValue>(
    _ value: String, as type: Value.Type = Value.self, isRequired: Bool = false, help: LocalizedText
  ) -> Parameter<[Value]> {
    repeated(Definition(names: [], value: value, help: help, isRepeating: true, isRequired: isRequired))
  }

  private mutating func single<Value: CommandLineValue>(_ definition: Definition) -> Parameter<Value?> {
    add(definition.checked(as: Value.self)) { words throws(ChatFault) in
      guard let word = words.last else { return nil }
      return try definition.value(of: word, named: definition.displayName) as Value
    }
  }

  private mutating func repeated<Value: CommandLineValue>(_ definition: Definition) -> Parameter<[Value]> {
    add(definition.checked(as: Value.self)) { words throws(ChatFault) in
      var values: [Value] = []
      for word in words { values.append(try definition.value(of: word, named: definition.displayName)) }
      return values
    }
  }

  private mutating func add<Value>(
    _ definition: Definition, read: @escaping @Sendable ([String]) throws(ChatFault) -> Value
  ) -> Parameter<Value> {
    definitions.append(definition)
    return Parameter(index: definitions.count - 1, read: read)
  }
}

extension Definition {
  fileprivate func value<Value: CommandLineValue>(
    of word: String, named name: String
  ) throws(ChatFault) -> Value {
    guard let value = Value(commandLine: word) else {
      throw .usage(
        LocalizedText(
          "\(Printable.quote(word)) is not a value of \(name)",
          ja: "\(Printable.quote(word)) は \(name) の値として使えません"),
        hint: LocalizedText(
          "give \(Value.expectation.english)", ja: "\(Value.expectation.japanese)を指定してください"))
    }
    return value
  }

  fileprivate func checked<Value: CommandLineValue>(as type: Value.Type) -> Definition {
    var copy = self
    copy.check = { [self] word, name throws(ChatFault) in _ = try value(of: word, named: name) as Value }
    return copy
  }
}
