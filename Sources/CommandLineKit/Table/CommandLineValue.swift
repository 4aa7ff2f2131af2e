/// A type that can be read from one word of a command line.
///
/// An enumeration with `String` raw values needs no code: `enum Format: String, CaseIterable,
/// CommandLineValue`.
public protocol CommandLineValue: Sendable {
  /// Reads the value, or gives `nil` when the word is not one.
  init?(commandLine word: String)

  /// The word that would give this value; shown as the default in help.
  var commandLineWord: String { get }

  /// What a shell offers for this type; by default nothing.
  static var completion: Completion { get }

  /// What the type expects, such as "a whole number"; said when a word is refused.
  static var expectation: HelpText? { get }

  /// What the type expects instead of a word that was refused; by default ``expectation``.
  static func expectation(insteadOf word: String) -> HelpText?
}

extension CommandLineValue {
  /// Offers nothing.
  public static var completion: Completion { .none }
  /// Says nothing in particular.
  public static var expectation: HelpText? { nil }
  /// Says the same of every word.
  public static func expectation(insteadOf word: String) -> HelpText? { expectation }
}

extension CommandLineValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// Reads the case whose raw value is `word`.
  public init?(commandLine word: String) { self.init(rawValue: word) }
  /// The raw value.
  public var commandLineWord: String { rawValue }
  /// Offers the raw values of all cases.
  public static var completion: Completion { .words(allCases.map(\.rawValue)) }
}

extension String: CommandLineValue {
  /// Takes the word as it is.
  public init?(commandLine word: String) { self = word }
  /// The string itself.
  public var commandLineWord: String { self }
}

extension Int: CommandLineValue {
  /// Reads a whole number in decimal.
  public init?(commandLine word: String) { self.init(word, radix: 10) }
  /// The number in decimal.
  public var commandLineWord: String { String(self) }
  /// Says that a whole number is wanted.
  public static var expectation: HelpText? { HelpText("a whole number", ja: "整数") }
}

extension Double: CommandLineValue {
  /// Reads a finite number.
  public init?(commandLine word: String) {
    guard let value = Double(word), value.isFinite else { return nil }
    self = value
  }
  /// The number in decimal.
  public var commandLineWord: String { String(self) }
  /// Says that a number is wanted.
  public static var expectation: HelpText? { HelpText("a number", ja: "数値") }
}
