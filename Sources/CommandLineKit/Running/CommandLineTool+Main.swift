#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension CommandLineTool {
  /// How long an interrupted command may take to end by itself.
  private static var grace: Duration { .seconds(1) }

  /// Runs the tool with the words this process was started with, and ends the process.
  ///
  /// A closed pipe and the limit for the size of files are ordinary errors instead of signals. Control-C and `SIGTERM` cancel the command; when
  /// it has not ended after a second, the actions of its ``Interruption`` run. Either way the exit code is
  /// 130.
  ///
  /// - Parameter words: What was typed, without the name of the tool.
  public func main(_ words: [String] = Array(CommandLine.arguments.dropFirst())) async -> Never {
    StandardDescriptors.reserve()
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
    let interruption = Interruption()
    InterruptHandler.install { _ in
      interruption.interrupt()
      Self.sleep(Self.grace)
      interruption.runActions()
      _exit(ExitCode.interrupted.rawValue)
    }
    let task = Task { await run(words, interruption: interruption) }
    interruption.attach { task.cancel() }
    let code = await task.value
    exit(interruption.isInterrupted ? ExitCode.interrupted.rawValue : code.rawValue)
  }

  private static func sleep(_ duration: Duration) {
    let microseconds =
      duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    _ = usleep(useconds_t(microseconds))
  }
}
