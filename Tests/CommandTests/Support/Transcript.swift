import Foundation
import TestSupport

/// A text file with commands, what they print, and the files they work on.
///
/// A line `$ command` is run by bash in a folder of its own. What follows is its standard output, then each line of
/// standard error behind `! `, then `[exit N]` unless it is 0. In what is expected `<*>` stands for any text within a
/// line, and a line `<**>` for any number of lines. Lines before the first command and lines that begin with `#` between
/// two transcripts explain. A line `-- name --` begins a file, which goes on to the next such line.
struct Transcript {
  struct Step {
    let command: String
    var expected: [String]
  }

  let introduction: [String]
  var steps: [Step]
  let files: [(name: String, text: String)]

  init(_ text: String) {
    var introduction: [String] = []
    var steps: [Step] = []
    var files: [(name: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else if !files.isEmpty {
        files[files.count - 1].text += line + "\n"
      } else if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), expected: []))
      } else if steps.isEmpty {
        introduction.append(line)
      } else {
        steps[steps.count - 1].expected.append(line)
      }
    }
    if !files.isEmpty, files[files.count - 1].text.hasSuffix("\n\n") {
      files[files.count - 1].text.removeLast()
    }
    for index in steps.indices {
      while steps[index].expected.last == "" { steps[index].expected.removeLast() }
    }
    (self.introduction, self.steps, self.files) = (introduction, steps, files)
  }

  /// The text of the file.
  var text: String {
    let commands = steps.map { step in
      (["$ " + step.command] + step.expected).joined(separator: "\n") + "\n\n"
    }
    let all =
      introduction.map { $0 + "\n" }.joined() + commands.joined()
      + files.map { "-- \($0.name) --\n\($0.text)" }.joined()
    return all.hasSuffix("\n\n") ? String(all.dropLast()) : all
  }

  /// What `step` printed, as it is written in a transcript.
  static func run(_ step: Step, in folder: TemporaryFolder) throws -> [String] {
    let ended = try Program(Program.find("bash") ?? "/bin/bash", ["-c", step.command], in: folder)
      .wait(seconds: 120)
    func lines(_ text: String) -> [String] {
      var lines = text.replacingOccurrences(of: folder.url.path, with: "$WORK")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
      return lines
    }
    return lines(ended.output) + lines(ended.errors).map { $0.isEmpty ? "!" : "! " + $0 }
      + (ended.status == 0 ? [] : ["[exit \(ended.status)]"])
  }

  /// Whether `lines` are what is expected.
  static func matches(_ expected: [String], _ lines: [String]) -> Bool {
    match(expected[...], lines[...], isJoker: { $0 == "<**>" }) { pattern, line in
      let parts = pattern.components(separatedBy: "<*>").map(Array.init)
      let joined = Array(parts.map { $0.map(Optional.some) }.joined(separator: [Character?.none]))
      return match(joined[...], Array(line)[...], isJoker: { $0 == nil }) { $0 == $1 }
    }
  }

  /// Compares with one place to go back to, the last joker.
  private static func match<Pattern, Item>(
    _ pattern: ArraySlice<Pattern>, _ items: ArraySlice<Item>, isJoker: (Pattern) -> Bool,
    _ isSame: (Pattern, Item) -> Bool
  ) -> Bool {
    var (p, i) = (pattern.startIndex, items.startIndex)
    var retry: (pattern: Int, item: Int)?
    while i < items.endIndex {
      if p < pattern.endIndex, isJoker(pattern[p]) {
        p += 1
        retry = (p, i)
      } else if p < pattern.endIndex, isSame(pattern[p], items[i]) {
        p += 1
        i += 1
      } else if let back = retry {
        retry = (back.pattern, back.item + 1)
        (p, i) = (back.pattern, back.item + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy(isJoker)
  }
}
