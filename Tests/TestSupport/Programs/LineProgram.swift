import Foundation

/// A program that a test talks to line by line; killed with this object.
package final class LineProgram: Sendable {
  private let child: ChildProcess
  private let input: PipeEnd
  private let output: PipeEnd

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, as a path or a name, and its arguments.
  ///   - environment: What to add to the environment.
  ///   - mergesErrors: Whether standard error counts as output.
  /// - Throws: `POSIXError` when it cannot be started.
  package init(_ words: [String], environment: [String: String] = [:], mergesErrors: Bool = false) throws {
    let (toChild, fromChild) = (try PipeEnd.pair(), try PipeEnd.pair())
    (input, output) = (toChild.writer, fromChild.reader)
    child = try ChildProcess(
      words, environment: Program.environment(adding: environment), input: toChild.reader.descriptor,
      output: fromChild.writer.descriptor, errors: mergesErrors ? fromChild.writer.descriptor : nil)
  }

  /// The number of the process.
  package var number: Int32 { child.number }

  /// Writes a line to the program.
  package func send(_ line: String) {
    // because exactly the array is read
    let bytes = Array((line + "\n").utf8)
    unsafe _ = write(input.descriptor, bytes, bytes.count)
  }

  /// Ends the program's standard input.
  package func endInput() { input.close() }

  /// The next line that the program writes.
  ///
  /// - Parameter seconds: How long to wait for it.
  /// - Returns: The line, without its end.
  /// - Throws: ``Overdue`` when there is none in time, or the program has ended.
  package func readLine(seconds: Double = 60) throws -> String { try output.readLine(seconds: seconds) }

  /// Waits for a line that holds `text`; every line may take `seconds`.
  package func wait(for text: String, seconds: Double = 60) throws {
    while try !readLine(seconds: seconds).contains(text) {}
  }

  /// Everything that the program writes until it ends.
  package func readToEnd(seconds: Double = 60) -> String {
    var lines: [String] = []
    while let line = try? readLine(seconds: seconds) { lines.append(line) }
    return lines.joined(separator: "\n")
  }

  /// Ends the program at once and waits for its end.
  package func stop() {
    child.signal(SIGKILL)
    _ = child.wait(seconds: 10)
  }
}
