import Foundation

/// Measures OmamoriCrypto in this process, or works on one file so that another process can measure this one.
///
///     CryptoBenchmark rates SECONDS [PREFIX]     each rate on a line: its name, a space, a number
///     CryptoBenchmark encrypt FORMAT KEY IN OUT  FORMAT is cobblestone, omamori or age; KEY is where the key is kept
///     CryptoBenchmark decrypt FORMAT KEY IN OUT  a sixth word, nosync, leaves out waiting for the disk
///     CryptoBenchmark key FORMAT KEY             makes a key
@main
struct Benchmark {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("rates", 2...3):
        try await Rates(seconds: Double(arguments[1]) ?? 1, prefix: arguments.dropFirst(2).first ?? "")
          .print()
      case ("key", 3): try FileWork(arguments[1], keyAt: arguments[2], makingKey: true).saveKey()
      case ("encrypt", 5...6):
        try work(arguments).encrypt(arguments[3], to: arguments[4])
      case ("decrypt", 5...6):
        try work(arguments).decrypt(arguments[3], to: arguments[4])
      default: throw WrongUsage()
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is WrongUsage ? 2 : 3)
    }
  }

  private static func work(_ arguments: [String]) throws -> FileWork {
    let waits = arguments.count == 5
    guard waits || arguments[5] == "nosync" else { throw WrongUsage() }
    return try FileWork(arguments[1], keyAt: arguments[2], isDurable: waits)
  }
}

/// The command line asks for nothing that exists.
struct WrongUsage: Error, CustomStringConvertible {
  var description: String {
    "usage: CryptoBenchmark rates SECONDS [PREFIX] | (key|encrypt|decrypt) FORMAT KEY [IN OUT [nosync]]"
  }
}
