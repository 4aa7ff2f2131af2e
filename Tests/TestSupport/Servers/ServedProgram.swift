import Foundation

/// A program that serves a test and ends with it, even when the test's process is killed.
///
/// A shell waits for the end of its standard input, which only the test holds open, and then ends the program by its
/// number.
package final class ServedProgram: Sendable {
  /// The first line is the number of the program, which takes the place of the inner shell.
  private static let script = """
    sh -c 'echo $$; exec "$@"' sh "$@" & exec > /dev/null; read -r end; kill $! 2> /dev/null; wait $!
    """

  private let shell: ChildProcess
  private let leash: PipeEnd
  private let output: PipeEnd
  /// The number of the program's process.
  package let number: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, as a path or a name, and its arguments.
  ///   - environment: What to add to the environment.
  ///   - folder: The working folder; this process's unless given.
  /// - Throws: When it cannot be started.
  package init(_ words: [String], environment: [String: String] = [:], in folder: String? = nil) throws {
    let (toShell, fromShell) = (try PipeEnd.pair(), try PipeEnd.pair())
    (leash, output) = (toShell.writer, fromShell.reader)
    shell = try ChildProcess(
      ["/bin/sh", "-c", Self.script, "sh"] + words, environment: Program.environment(adding: environment),
      in: folder, input: toShell.reader.descriptor, output: fromShell.writer.descriptor)
    fromShell.writer.close()
    guard let number = try Int32(output.readLine(seconds: 60)) else { throw CocoaError(.executableLoad) }
    self.number = number
  }

  deinit { end() }

  /// Ends the program and waits for that; what does not end within two seconds is killed with all that it started.
  ///
  /// - Parameter signal: `SIGTERM`, or `SIGKILL` to end the program in the middle of what it does.
  package func end(_ signal: Int32 = SIGTERM) {
    self.signal(signal)
    leash.close()
    if shell.wait(seconds: 2) != nil { return }
    shell.signal(SIGKILL, toGroup: true)
    _ = shell.wait(seconds: 10)
  }

  /// Sends a signal to the program, unless it was ended.
  package func signal(_ signal: Int32) {
    // Its number stays its own for as long as the shell has not waited for it.
    if shell.status == nil, leash.descriptor >= 0 { _ = kill(number, signal) }
  }

  /// The next line that the program writes; empty when it ends without one.
  package func firstLine() -> String { (try? output.readLine(seconds: 120)) ?? "" }
}
