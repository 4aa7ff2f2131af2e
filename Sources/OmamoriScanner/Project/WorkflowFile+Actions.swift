extension WorkflowFile {
  /// A step that runs somebody's action.
  package struct Action: Sendable {
    /// The owner and repository, with the folder in it, such as `actions/checkout`.
    package let name: String
    /// The branch, tag or commit behind the `@`; empty when there is none.
    package let reference: String
    /// The bytes of the key and the value.
    package let range: Range<Int>

    /// The account that owns the repository, in lower case.
    package var owner: String { name.prefix { $0 != "/" }.lowercased() }

    /// Whether the reference is a commit, which nobody can move.
    package var isPinned: Bool {
      (reference.utf8.count == 40 || reference.utf8.count == 64) && reference.allSatisfy(\.isHexDigit)
    }
  }

  /// The actions of other repositories; those beside the workflow and containers are left out.
  package var actions: [Action] {
    entries.compactMap { entry in
      guard entry.key == "uses", !entry.value.hasPrefix("."), !entry.value.hasPrefix("docker:"),
        let at = entry.value.lastIndex(of: "@")
      else { return nil }
      let name = String(entry.value[..<at])
      guard name.contains("/") else { return nil }
      return Action(
        name: name, reference: String(entry.value[entry.value.index(after: at)...]), range: entry.range)
    }
  }

  /// The accounts that own the repository of the workflow, as far as its conditions say: `github.repository_owner == 'name'`.
  package var ownAccounts: Set<String> {
    Set(
      entries.filter { $0.key == "if" }.flatMap { entry in
        Self.compared(with: "github.repository_owner", in: entry.value)
          + Self.compared(with: "github.repository", in: entry.value).compactMap { name in
            name.contains("/") ? String(name.prefix { $0 != "/" }) : nil
          }
      })
  }

  /// The texts that `value` is compared with, in lower case.
  private static func compared(with value: String, in condition: String) -> [String] {
    var (texts, rest) = ([String](), condition[...])
    while let found = rest.firstRange(of: value) {
      rest = rest[found.upperBound...]
      var after = rest.drop { $0 == " " }
      guard after.hasPrefix("==") else { continue }
      after = after.dropFirst(2).drop { $0 == " " }
      guard after.first == "'" else { continue }
      texts.append(after.dropFirst().prefix { $0 != "'" }.lowercased())
    }
    return texts
  }

  /// The scripts that print a secret where everybody who sees the log can read it.
  package var revealedSecrets: [Entry] {
    entries.filter { entry in
      entry.key == "run"
        && entry.value.split(whereSeparator: \.isNewline).contains { line in
          let words = line.split(separator: " ", maxSplits: 1)
          guard let command = words.first, ["echo", "printf", "cat"].contains(command),
            line.contains("${{ secrets.") || line.contains("${{secrets.")
          else { return false }
          // What goes on to a file or another program is not in the log.
          return !line.contains(">") && !line.contains("|") && !line.contains("::add-mask::")
        }
    }
  }

  /// Check-outs of what a stranger proposes, in a workflow that runs with the secrets of the repository.
  package var untrustedCheckouts: [Entry] {
    guard isTriggered(by: "pull_request_target") else { return [] }
    return entries.filter { entry in
      entry.key == "ref" && entry.path.contains("with") && entry.path.contains("steps")
        && Self.strangers.contains(where: entry.value.contains)
    }
  }

  /// Whether `event` starts the workflow: `on: event`, `on: [event]` or a key below `on`.
  func isTriggered(by event: String) -> Bool {
    entries.contains { entry in
      guard entry.path.first == "on" || entry.path.first == "true" else { return false }
      let key = entry.path.dropFirst().first
      guard key == nil || key == "-" else { return key == event }
      if entry.value.hasPrefix("{") { return Self.keys(of: entry.value).contains(event) }
      return entry.value.split { !($0.isLetter || $0 == "_") }.contains { $0 == event }
    }
  }

  /// The words before a colon in a collection on one line, with quotes or without: `{push: {}, "release" : {}}`.
  private static func keys(of value: String) -> Set<String> {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false).dropLast()
    return Set(
      parts.map { part in
        let end = part.reversed().drop { " \t\"'".contains($0) }
        return String(String(end.prefix { $0.isLetter || $0 == "_" || $0 == "-" }).reversed())
      })
  }

  private static let strangers = [
    "github.event.pull_request.head.", "github.head_ref", "refs/pull/",
  ]
}
