import Foundation

/// Measures how fast OmamoriAuth verifies tokens, in this process or beside another one.
///
///     AuthBenchmark make FILE                makes keys and tokens
///     AuthBenchmark rates FILE SECONDS       each rate on a line: its name, a space, a number
@main
enum AuthBenchmark {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("make", 2): try Samples.make().write(to: arguments[1])
      case ("rates", 3):
        try await Rates(samples: Samples(at: arguments[1]), seconds: Double(arguments[2]) ?? 1).print()
      default: throw WrongUsage()
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is WrongUsage ? 2 : 3)
    }
  }

  /// The command line asks for nothing that exists.
  struct WrongUsage: Error, CustomStringConvertible {
    var description: String { "usage: AuthBenchmark (make FILE | rates FILE SECONDS)" }
  }
}
