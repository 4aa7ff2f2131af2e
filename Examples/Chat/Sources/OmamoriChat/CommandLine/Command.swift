import OmamoriCore

/// A node of the table of commands: either a group of commands or something that runs.
struct Command: Sendable {
  /// What a command does with what was typed.
  typealias Action = @Sendable (Arguments) async throws -> ExitCode

  /// The word that is typed.
  let name: String
  /// What the command does, in one line without a full stop.
  let summary: LocalizedText
  /// What else the reader should know.
  let discussion: LocalizedText
  /// Command lines worth copying.
  let examples: [Example]
  /// What the exit codes of this command mean, where it has meanings of its own.
  let exitCodes: [ExitMeaning]
  /// The commands of a group.
  let commands: [Command]
  /// The options and arguments, the options of every command first.
  let definitions: [Definition]
  /// What is done; `nil` for a group.
  let action: Action?

  /// Declares a command that groups others.
  init(
    _ name: String, _ summary: LocalizedText, discussion: LocalizedText = "", examples: [Example] = [],
    commands: [Command]
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.examples, self.commands) = (examples, commands)
    (exitCodes, definitions, action) = ([], Declaration().definitions, nil)
  }

  /// Declares a command that runs; `declare` names the parameters and returns what to do with them.
  init(
    _ name: String, _ summary: LocalizedText, discussion: LocalizedText = "", examples: [Example] = [],
    exitCodes: [ExitMeaning] = [], declare: (inout Declaration) -> Action
  ) {
    var declaration = Declaration()
    action = declare(&declaration)
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.examples, self.exitCodes) = (examples, exitCodes)
    (definitions, commands) = (declaration.definitions, [])
  }
}

/// A command line worth copying, with what it does.
struct Example: Sendable {
  /// The command line.
  let line: String
  /// What it does.
  let meaning: LocalizedText

  init(_ line: String, _ meaning: LocalizedText) { (self.line, self.meaning) = (line, meaning) }
}

/// The number that the program ends with.
enum ExitCode: Int32, Sendable {
  /// Done, or the answer is yes.
  case success = 0
  /// The answer is no.
  case findings = 1
  /// The command line or the input is wrong.
  case usage = 2
  /// The work could not be completed.
  case failure = 3
  /// The user or the system asked the process to stop.
  case interrupted = 130
}

/// What an exit code means.
struct ExitMeaning: Sendable {
  /// The code.
  let code: ExitCode
  /// What it tells the caller.
  let meaning: LocalizedText

  init(_ code: ExitCode, _ meaning: LocalizedText) { (self.code, self.meaning) = (code, meaning) }
}

/// An error that knows how the process ends and what to tell the person.
protocol ExitCodeProviding: Error {
  /// The code the process ends with.
  var exitCode: ExitCode { get }
  /// What went wrong, in one sentence.
  var message: LocalizedText { get }
  /// What to do about it.
  var hint: LocalizedText? { get }
}
