/// A node of the command tree: either a group of commands or something that runs.
public struct Command: Sendable {
  /// What a command does with what was typed; the result becomes the exit code of the process.
  public typealias Action = @Sendable (Arguments) async throws -> ExitCode

  /// The word that is typed.
  public let name: String
  /// What the command does, in one line without a full stop.
  public let summary: HelpText
  /// What else the reader should know; paragraphs are separated by line feeds.
  public let discussion: HelpText
  /// Command lines worth copying.
  public let examples: [Example]
  /// What the exit codes of this command mean, where it has meanings of its own.
  public let exitCodes: [ExitMeaning]
  /// Whether help, completions and manual pages leave the command out.
  public let isHidden: Bool
  /// The commands of a group.
  public let commands: [Command]
  /// The command of a group that runs when none is typed, or `nil` when the group then shows its help.
  public let defaultCommand: String?
  let declaration: Declaration
  let action: Action?

  /// Declares a command that groups others.
  ///
  /// - Parameters:
  ///   - name: The word that is typed.
  ///   - summary: What the group is for, in one line without a full stop.
  ///   - discussion: What else the reader should know.
  ///   - examples: Command lines worth copying.
  ///   - isHidden: Whether help, completions and manual pages leave it out.
  ///   - defaultCommand: The command that runs when none is typed; without one the group shows its help.
  ///   - commands: The commands, in the order help shows them.
  public init(
    _ name: String,
    _ summary: HelpText,
    discussion: HelpText = "",
    examples: [Example] = [],
    isHidden: Bool = false,
    default defaultCommand: String? = nil,
    commands: [Command]
  ) {
    self.defaultCommand = defaultCommand
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.examples, self.isHidden, self.commands) = (examples, isHidden, commands)
    (exitCodes, declaration, action) = ([], Declaration(), nil)
  }

  /// Declares a command that runs.
  ///
  /// - Parameters:
  ///   - name: The word that is typed.
  ///   - summary: What the command does, in one line without a full stop.
  ///   - discussion: What else the reader should know.
  ///   - examples: Command lines worth copying.
  ///   - exitCodes: What the exit codes of this command mean, where it has meanings of its own.
  ///   - isHidden: Whether help, completions and manual pages leave it out.
  ///   - declare: Names the parameters and returns what to do with them.
  public init(
    _ name: String,
    _ summary: HelpText,
    discussion: HelpText = "",
    examples: [Example] = [],
    exitCodes: [ExitMeaning] = [],
    isHidden: Bool = false,
    declare: (inout Declaration) -> Action
  ) {
    var declaration = Declaration()
    action = declare(&declaration)
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.examples, self.exitCodes, self.isHidden) = (examples, exitCodes, isHidden)
    (self.declaration, commands, defaultCommand) = (declaration, [], nil)
  }

  var definitions: [Definition] { declaration.definitions }
  var visibleCommands: [Command] { commands.filter { !$0.isHidden } }
}
