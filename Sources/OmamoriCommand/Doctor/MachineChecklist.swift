#if !canImport(Darwin)
import CommandLineKit
import Omamori
import OmamoriCore
import OmamoriDevice

/// The questions that `omamori doctor` asks of every machine.
enum MachineChecklist {
  /// The questions in the order of the report.
  static var checks: [any SecurityCheck] {
    [
      IntegrityCheck(IntegrityChecker()), HardeningCheck(), StandardKeychainCheck(), SecretMemoryCheck(),
      CoreFileCheck(), RandomnessCheck(), ClockCheck(), LibraryCheck(), HardwareKeyCheck(),
      PersonCheck(),
    ]
  }

  /// The time for one question, as it was typed.
  static func deadline(seconds: Double) throws(CryptoFault) -> Duration {
    guard (0.1...600).contains(seconds) else {
      throw .usage(
        HelpText("--timeout takes 0.1 to 600 seconds", ja: "--timeout には 0.1 から 600 までの秒数を指定してください"),
        hint: HelpText("leave it out for 20 seconds", ja: "省略すると 20 秒になります"))
    }
    return .seconds(seconds)
  }
}
#endif
