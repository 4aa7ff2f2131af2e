/// The command tree, flattened for the shells: hidden things are left out, built-in ones added.
struct CompletionTable {
  /// A place in the tree where a word can be completed.
  struct Node {
    /// The names that lead here, such as `/keychain/list`; empty for the tool itself.
    let path: String
    let commands: [Command]
    /// The options of this command alone.
    let options: [Definition]
    let arguments: [Definition]
  }

  let name: String
  let nodes: [Node]
  /// The options of every command.
  let shared: [Definition]
  /// The names of the commands below the tool.
  let topLevel: [String]

  /// The prefix of the functions in a script: the tool's name with only letters, digits and `_`.
  var prefix: String { "_" + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  init(_ tool: CommandLineTool) {
    name = tool.name
    topLevel = tool.commands.filter { !$0.isHidden }.map(\.name)
    shared =
      tool.shared.definitions.filter { !$0.isHidden }
      + [
        Definition(kind: .flag, names: ["-h", "--help"], value: "", help: Words.help),
        Definition(kind: .flag, names: ["--version"], value: "", help: Words.version),
      ]
    nodes =
      [Node(path: "", commands: tool.commands.filter { !$0.isHidden }, options: [], arguments: [])]
      + tool.commands.flatMap { Self.nodes($0, below: "") }
  }

  private static func nodes(_ command: Command, below path: String) -> [Node] {
    guard !command.isHidden else { return [] }
    let here = path + "/" + command.name
    let visible = command.definitions.filter { !$0.isHidden }
    let node = Node(
      path: here,
      commands: command.visibleCommands,
      options: visible.filter { !$0.isArgument },
      arguments: visible.filter(\.isArgument)
    )
    return [node] + command.commands.flatMap { nodes($0, below: here) }
  }
}

extension CompletionTable.Node {
  /// The names of the commands here; the tool itself also knows `help`.
  var commandNames: [String] { commands.map(\.name) + (path.isEmpty ? ["help"] : []) }
}
