import OmamoriCore
import OmamoriReport

/// How a program was built.
struct BuildFacts: Sendable {
  /// Whether it was built in the debug configuration.
  var isDebug: Bool
  /// Whether assertions run.
  var hasAssertions: Bool
  /// The sanitizers and other instruments that are built in.
  var instruments: [String]

  /// The running program.
  static var current: BuildFacts {
    #if DEBUG
    let isDebug = true
    #else
    let isDebug = false
    #endif
    var hasAssertions = false
    assert(
      {
        hasAssertions = true
        return true
      }())
    let known = [
      ("address", "__asan_init"), ("thread", "__tsan_init"), ("undefined", "__ubsan_handle_add_overflow"),
      ("coverage", "__llvm_profile_write_file"),
    ]
    return BuildFacts(
      isDebug: isDebug, hasAssertions: hasAssertions,
      instruments: known.filter { LoadedSymbol.exists($0.1) }.map(\.0))
  }

  var facts: [CheckFact] {
    [
      CheckFact("debug", .flag(isDebug)), CheckFact("assertions", .flag(hasAssertions)),
      CheckFact("instruments", .list(instruments)),
    ]
  }

  var problems: [CheckProblem] {
    var problems: [CheckProblem] = []
    if isDebug {
      problems.append(
        CheckProblem(
          .medium, LocalizedText("This is a debug build.", ja: "デバッグビルドです。")))
    }
    if !instruments.isEmpty {
      let names = instruments.joined(separator: ", ")
      problems.append(
        CheckProblem(
          .medium,
          LocalizedText("Instruments are built in: \(names).", ja: "計測用コードが組み込まれています: \(names)")))
    }
    if hasAssertions {
      problems.append(
        CheckProblem(
          .low, LocalizedText("Assertions of debug builds run.", ja: "デバッグ用のアサーションが有効です。")))
    }
    return problems
  }
}
