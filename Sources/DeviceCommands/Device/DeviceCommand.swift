public import CommandLineKit
package import CommandSupport
import OmamoriCore
public import OmamoriDevice

extension OmamoriTool {
  package static let deviceCommand = Command(
    "device", HelpText("Look for attackers on this machine, and ask its user", ja: "このマシンへの攻撃の兆候を調べ、本人を確認する"),
    discussion: HelpText(
      """
      'check' looks for what changes or watches a running program and says what it saw, never just yes or no. \
      'authenticate' asks the person at the machine to prove who they are.
      """,
      ja: """
        'check' は、実行中のプログラムの改変や監視の兆候を調べ、結論だけでなく根拠も示します。'authenticate' は、マシンの前にいる人に\
        本人確認を求めます。
        """),
    examples: [
      Example("omamori device check --pid 4711", HelpText("Look at a process.", ja: "プロセスを調べます。")),
      Example("omamori device authenticate", HelpText("Ask who is there.", ja: "本人確認を求めます。")),
    ],
    commands: [deviceCheckCommand, deviceAuthenticateCommand, deviceSealPINCommand])
}

extension DeviceError: ExitCodeProviding {
  /// What could not be looked at or asked, as the command line says it.
  ///
  /// Names that are wrong are bad input; a process that cannot be looked at could not be judged, so that nobody takes
  /// silence for "nothing found".
  public var exitCode: ExitCode {
    switch self {
    case .authentication(.invalidService), .authentication(.invalidUser), .authentication(.invalidFolder),
      .authentication(.invalidPIN), .authentication(.invalidSealedSecret):
      .usage
    case .cancelled: .interrupted
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }
}
