import Foundation
import Testing

/// The examples of Documentation/command-line-tls.md; `OMAMORI_UPDATE_TRANSCRIPTS=1` writes what is printed.
@Suite("Page on servers and pins", .enabled(if: Program.find("bash") != nil, "bash is not installed"))
struct TransportPageTests {
  private static let page = Omamori.repository.appending(path: "Documentation/command-line-tls.md")

  @Test func showsWhatIsPrinted() throws {
    let lines = try String(decoding: Data(contentsOf: Self.page), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let sandbox = try Sandbox()
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
    #expect(count >= 8)
    if updates { try Data(written.joined(separator: "\n").utf8).write(to: Self.page) }
  }

  /// The file that a block is of, by the line before it.
  private static func fileName(in lines: [String]) -> String? {
    guard let line = lines.last(where: { !$0.isEmpty }), line.hasPrefix("`"), line.hasSuffix("`:") else {
      return nil
    }
    return String(line.dropFirst().dropLast(2))
  }
}
