import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

/// The options that `encrypt` and `decrypt` share: where the result goes and how it is worked on.
struct WorkOptions: Sendable {
  let output: Parameter<FilePath?>
  let force: Parameter<Bool>
  let jobs: Parameter<Int?>

  init(_ declare: inout Declaration) {
    output = declare.option(
      "-o", "--output", value: "FILE",
      help: HelpText("Where to write; standard output by default.", ja: "書き込み先。既定は標準出力です。"))
    force = declare.flag(
      "--force", help: HelpText("Replace a file that is there already.", ja: "既にあるファイルを上書きします。"))
    jobs = declare.option(
      "-j", "--jobs", value: "N",
      help: HelpText("How many threads to use; all cores by default.", ja: "使用するスレッド数。既定は全コア。"))
  }

  /// The number of threads, or `nil` for all cores.
  func threads(_ arguments: Arguments) throws -> Int? {
    guard let jobs = try arguments[jobs] else { return nil }
    guard (1...32).contains(jobs) else {
      throw CryptoFault.usage(
        HelpText("--jobs takes 1 to 32", ja: "--jobs には 1 から 32 までを指定してください"),
        hint: HelpText("leave it out to use all cores", ja: "省略すると全コアを使用します"))
    }
    return jobs
  }
}

/// How the library is to work, with a progress line on standard error.
struct WorkProgress: Sendable {
  private let line: ProgressLine
  private let work: LocalizedText
  private let language: Language

  init(_ arguments: Arguments, _ work: LocalizedText) throws {
    line = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
    (self.work, language) = (work, arguments.reportLanguage)
  }

  /// The options of the library.
  func options(jobs: Int?, replacing: Bool) -> FileOptions {
    FileOptions(jobs: jobs, replacesExisting: replacing) { progress in
      line.update(ByteCount(progress.completed).progress(work, of: progress.total)[language])
    }
  }

  /// Makes room for something else on the terminal.
  func clear() { line.clear() }

  /// Erases the line for good.
  func finish() { line.finish() }
}
