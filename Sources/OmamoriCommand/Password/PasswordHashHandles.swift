import CommandLineKit

/// The parameters of `omamori password hash`.
struct PasswordHashHandles: Sendable {
  let algorithm: Parameter<PasswordAlgorithm>
  let memory: Parameter<MemorySize?>
  let iterations: Parameter<Int?>
  let calibrate: Parameter<TimeSpan?>
  let json: Parameter<Bool>
  let password: PasswordOptions

  init(_ declare: inout Declaration) {
    algorithm = declare.option(
      "-a", "--algorithm", value: "NAME", default: .argon2id,
      help: HelpText("The function that makes guessing slow.", ja: "推測を遅くする関数。"))
    memory = declare.option(
      "-m", "--memory", value: "SIZE",
      help: HelpText(
        "The memory of one guess, such as 64MiB; for scrypt a power of two.",
        ja: "1 回の計算に使うメモリ（例: 64MiB）。scrypt では 2 のべき乗。"))
    iterations = declare.option(
      "-t", "--iterations", value: "N",
      help: HelpText(
        "Passes over the memory (Argon2id) or rounds (PBKDF2).", ja: "メモリを処理する回数（Argon2id）または反復回数（PBKDF2）。"))
    calibrate = declare.option(
      "--calibrate", value: "TIME",
      help: HelpText(
        "Find the cost of Argon2id that takes this long here, such as 500ms; --memory is then the most it takes.",
        ja: "このマシンで指定時間（例: 500ms）かかる Argon2id の強さを求めます。--memory はその上限になります。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    password = PasswordOptions(&declare)
  }
}
