#if !canImport(Darwin)
import CommandLineKit

/// The option of commands that write a log to replace a witness that is gone.
struct WitnessOption: Sendable {
  private let acceptsMissing: Parameter<Bool>

  init(_ declare: inout Declaration) {
    acceptsMissing = declare.flag(
      "--accept-missing-witness",
      help: HelpText(
        """
        Start a new witness when the one that knew the log is gone: nobody can tell then whether the end of the log was cut \
        off before. The log records it.
        """,
        ja: """
          このログを記録していた証人ファイルがない場合に、新しく作成します。それ以前にログの末尾が切り取られていても検出できません。\
          受け入れたことはログに記録されます。
          """))
  }

  /// Whether a witness that is gone is replaced by a new one.
  func acceptsMissing(_ arguments: Arguments) throws -> Bool { try arguments[acceptsMissing] }
}
#endif
