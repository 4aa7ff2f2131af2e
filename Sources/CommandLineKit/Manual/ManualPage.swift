/// A manual page in mdoc(7), which `man` shows on Linux and macOS.
public struct ManualPage: Sendable, Hashable {
  /// The name of the file, such as `demo-audit.1`.
  public let fileName: String
  /// The page.
  public let text: String
}

extension CommandLineTool {
  /// The page of the tool and one page for every command that is not hidden.
  public func manualPages(language: HelpLanguage = .en) -> [ManualPage] {
    func walk(_ path: [String], _ commands: [Command]) -> [[String]] {
      commands.filter { !$0.isHidden }.flatMap { [path + [$0.name]] + walk(path + [$0.name], $0.commands) }
    }
    return ([[]] + walk([], commands)).compactMap { manualPage(for: $0, language: language) }
  }

  /// The page of one command, or of the tool when `path` is empty; `nil` when there is no such command.
  public func manualPage(for path: [String], language: HelpLanguage = .en) -> ManualPage? {
    var found: [Command] = []
    for name in path {
      guard let next = (found.last?.commands ?? commands).first(where: { $0.name == name }) else {
        return nil
      }
      found.append(next)
    }
    let name = ([self.name] + path).joined(separator: "-")
    return ManualPage(
      fileName: "\(name).1",
      text: ManualWriter(tool: self, path: found, language: language).text
    )
  }
}
