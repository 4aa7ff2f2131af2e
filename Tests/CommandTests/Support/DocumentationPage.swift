import Foundation
import TestSupport
import Testing

/// A page of the documentation whose examples are run.
///
/// A block with `console` is a transcript; a block behind a line that is a name in backquotes and a colon is that file.
/// All blocks of a page share one folder. `OMAMORI_UPDATE_TRANSCRIPTS=1` writes what is printed.
struct DocumentationPage {
  private let url: URL

  init(_ name: String) { url = Omamori.repository.appending(path: "Documentation/" + name) }

  /// Runs the examples.
  ///
  /// - Returns: How many commands there are.
  func play() throws -> Int {
    let lines = try String(decoding: Data(contentsOf: url), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let sandbox = try TemporaryFolder()
    let updates = ProcessInfo.processInfo.environment["OMAMORI_UPDATE_TRANSCRIPTS"] == "1"
    var (written, index, count): ([String], Int, Int) = ([], 0, 0)
    while index < lines.count {
      guard lines[index].hasPrefix("```"), let end = lines[(index + 1)...].firstIndex(of: "```") else {
        written.append(lines[index])
        index += 1
        continue
      }
      var content = Array(lines[(index + 1)..<end])
      if lines[index] == "```console" {
        let steps = Transcript("\n" + content.joined(separator: "\n")).steps
        content = []
        for step in steps {
          let printed = try Transcript.run(step, in: sandbox)
          let isExpected = Transcript.matches(step.expected, printed)
          #expect(isExpected || updates, "$ \(step.command)\n\(printed.joined(separator: "\n"))")
          content +=
            (content.isEmpty ? [] : [""]) + ["$ " + step.command] + (isExpected ? step.expected : printed)
          count += 1
        }
      } else if let name = Self.fileName(in: written) {
        try sandbox.write(content.joined(separator: "\n") + "\n", to: name)
      }
      written += [lines[index]] + content + ["```"]
      index = end + 1
    }
    if updates { try Data(written.joined(separator: "\n").utf8).write(to: url) }
    return count
  }

  /// The file that a block is of, by the line before it.
  private static func fileName(in lines: [String]) -> String? {
    guard let line = lines.last(where: { !$0.isEmpty }), line.hasPrefix("`"), line.hasSuffix("`:") else {
      return nil
    }
    return String(line.dropFirst().dropLast(2))
  }
}
