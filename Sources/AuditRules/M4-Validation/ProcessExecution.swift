import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A shell that is given a text with something from outside in it.
struct ProcessExecution: SwiftRule {
  static let metadata = RuleMetadata(
    id: "process-execution",
    title: LocalizedText("Shell command built from text", ja: "文字列から組み立てたシェルコマンド"),
    why: LocalizedText(
      """
      A shell reads ; | $( ) and quotes in the text as commands. Whoever chooses a file name or a field runs \
      programs with the rights of the app.
      """,
      ja: """
        シェルは文字列中の ; | $( ) や引用符を命令として解釈します。ファイル名や入力欄の内容を選べる者は、\
        アプリの権限でプログラムを実行できます。
        """),
    fix: RuleFix(
      LocalizedText(
        "Start the tool itself with executableURL, and pass each argument as an element of arguments.",
        ja: "シェルを介さず executableURL でツールを直接起動し、引数は arguments の要素として 1 つずつ渡してください。")),
    severity: .high, confidence: .medium, cwe: [78], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: #"""
        func convert(_ name: String) throws {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sh")
          process.arguments = ["-c", "sips -Z 640 '\(name)'"]
          try process.run()
        }
        """#,
      good: #"""
        func convert(_ name: String) throws {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/usr/bin/sips")
          process.arguments = ["-Z", "640", name]
          try process.run()
        }
        """#))

  static let triggers: Set<String> = ["Process", "NSTask", "popen", "system", "NSAppleScript"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let startsTools = ["Process", "NSTask"].contains {
      source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil
    }
    for assignment in source.facts.assignments where startsTools && assignment.name == "arguments" {
      check(list: assignment.value, assignment.scope, source, &report)
    }
    for name in ["launchedProcess", "run"] {
      for call in source.facts.calls(name) where call.receiverPath.last == "Process" {
        if let list = call.argument("arguments") { check(list: list, call.scope, source, &report) }
      }
    }
    for name in ["popen", "system"] {
      for call in source.facts.calls(name) where call.receiver == nil {
        if let command = call.arguments.first, command.label == nil {
          add(command.value, call.scope, source, &report)
        }
      }
    }
    for call in source.facts.calls("NSAppleScript") {
      if let text = call.argument("source") { add(text, call.scope, source, &report) }
    }
  }

  /// `["-c", command]`, whichever shell is started with it.
  private func check(list: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport) {
    guard
      let array = source.origins(of: list, in: scope).lazy.compactMap({
        $0.expression.as(ArrayExprSyntax.self)
      })
      .first
    else { return }
    let elements = Array(array.elements.map(\.expression))
    guard elements.count >= 2, let flag = source.fold(elements[0], in: scope).string,
      ["-c", "-lc", "-ic", "-e"].contains(flag)
    else { return }
    add(elements[1], scope, source, &report)
  }

  private func add(_ command: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, _ report: inout FileReport)
  {
    guard !source.fold(command, in: scope).isConstant else { return }
    if let found = source.taint(of: command, in: scope, .outside) {
      report.add(
        Self.self, at: command.utf8Range,
        LocalizedText(
          "\(found.name) comes from outside and becomes part of a shell command.",
          ja: "外部からの値 \(found.name) がシェルコマンドの一部になります。"),
        confidence: .high, flow: found.steps)
      return
    }
    let hole = source.holes(in: command, scope: scope).first {
      !InjectedPart.isHarmless($0, words: Self.trustedWords, source)
    }
    guard let hole else { return }
    report.add(
      Self.self, at: command.utf8Range,
      LocalizedText(
        "\(source.quote(hole.value)) becomes part of a shell command as it is.",
        ja: "\(source.quote(hole.value)) がそのままシェルコマンドの一部になります。"),
      confidence: InjectedPart.confidence(hole, source) == .high ? .medium : .low)
  }

  /// Words of names for what the app itself chooses.
  private static let trustedWords: Set = ["flag", "flags", "option", "options", "shell", "tool", "pid"]
}

extension ProcessExecution: FlowRule {
  static let places: FlowSinkClass = .process

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.origin.english) decides what program or shell command \(arrival.sink) runs.",
      ja: "\(arrival.origin.japanese)が \(arrival.sink) で実行するプログラムやシェルコマンドを決めます。")
  }
}
