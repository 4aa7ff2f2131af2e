import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A function of C that writes past its buffer, or that cannot be used safely at all.
struct UnsafeCAPI: ObjectiveCRule, SwiftRule {
  static let metadata = RuleMetadata(
    id: "unsafe-c-api",
    title: LocalizedText("Unsafe function of C", ja: "危険な C 関数"),
    why: LocalizedText(
      """
      The function does not know how large the buffer is, or leaves a gap between a check and a use. Text that is \
      longer than expected overwrites memory, from which attackers make code run.
      """,
      ja: """
        この関数はバッファーの大きさを知らないか、確認と使用の間に隙を作ります。想定より長い入力がメモリを上書きし、\
        攻撃者による任意のコードの実行につながります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use NSString and String instead of buffers; where C is needed, functions that take the size: strlcpy, \
        strlcat, snprintf, fgets, mkstemp.
        """,
        ja: """
          バッファーではなく NSString や String を使用し、C が必要な箇所では大きさを渡す関数（strlcpy、strlcat、\
          snprintf、fgets、mkstemp）を使用してください。
          """)),
    severity: .medium, confidence: .medium, cwe: [676], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      language: "objc",
      bad: "void keep(const char *name) { char buffer[32]; strcpy(buffer, name); }",
      good: "void keep(const char *name) { char buffer[32]; strlcpy(buffer, name, sizeof(buffer)); }"))

  /// What is wrong with a function.
  private enum Fault {
    case unbounded
    case race
    case shell
    case stack

    var message: LocalizedText {
      switch self {
      case .unbounded:
        LocalizedText(
          "writes without knowing how much room there is", ja: "書き込み先の大きさを確認せずに書き込みます")
      case .race:
        LocalizedText(
          "names a file that somebody else can make first", ja: "他者が先に作成できるファイル名を返します")
      case .shell: LocalizedText("passes a text to a shell", ja: "文字列をシェルに渡します")
      case .stack:
        LocalizedText(
          "takes memory from the stack, of which there may not be enough", ja: "スタックから確保するため不足することがあります")
      }
    }
  }

  private static let faults: [String: Fault] = [
    "strcpy": .unbounded, "strcat": .unbounded, "stpcpy": .unbounded, "wcscpy": .unbounded,
    "wcscat": .unbounded, "sprintf": .unbounded, "vsprintf": .unbounded, "gets": .unbounded,
    "tmpnam": .race, "tempnam": .race, "mktemp": .race, "system": .shell, "popen": .shell, "alloca": .stack,
  ]

  private static func add(
    _ name: String, _ fault: Fault, at range: Range<Int>, isDoubtful: Bool = false, _ report: inout FileReport
  ) {
    let text = fault.message
    report.add(
      Self.self, at: range,
      LocalizedText("`\(name)` \(text.english).", ja: "`\(name)` は\(text.japanese)。"),
      confidence: isDoubtful ? .low : nil)
  }

  // MARK: Objective-C and C

  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let own = Set(source.functions.map(\.name))
    let isElsewhere = source.isForOtherSystem
    for (name, fault) in Self.faults.sorted(by: { $0.key < $1.key }) where source.names.contains(name) {
      guard !own.contains(name) else { continue }
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        guard source.isOfLibrary(call), !Self.isHarmless(call, fault, source) else { continue }
        Self.add(
          name, fault, at: source.bytes(of: call.tokens),
          isDoubtful: isElsewhere || Self.isDoubtful(call, fault, source), &report)
      }
    }
    checkScans(source, isDoubtful: isElsewhere, &report)
    checkCopies(source, isDoubtful: isElsewhere, &report)
  }

  /// Whether everything the function is given stands in the code.
  private static func isHarmless(_ call: CCall, _ fault: Fault, _ source: ObjectiveCSource) -> Bool {
    func constant(_ index: Int) -> String? {
      index < call.arguments.count
        ? source.value(call.arguments[index], in: call.function)?.string : nil
    }
    switch fault {
    case .shell:
      // Without a command, `system` only says whether there is a shell.
      guard let command = call.arguments.first.map(source.bare) else { return true }
      let isNothing =
        command.count == 1
        && ["NULL", "nil", "nullptr", "0"].contains(source.tokens[command.lowerBound].text)
      return isNothing || constant(0) != nil
    case .unbounded:
      switch call.name {
      case "gets", "vsprintf": return false
      case "sprintf": return constant(1).map { !printsText($0) } ?? false
      default: return constant(1) != nil
      }
    case .race: return false
    case .stack: return call.arguments.first.map { isFixedSize($0, source) } ?? false
    }
  }

  /// Whether the format has a conversion that writes a text of any length, such as `%s` or `%-8s`.
  private static func printsText(_ format: String) -> Bool {
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...].dropFirst().drop { "-+ #0'123456789$.*hlqjztL".contains($0) }
      if let letter = rest.popFirst(), "sS@".contains(letter) { return true }
    }
    return false
  }

  /// Whether a size is made of numbers, `sizeof` and macros in capitals.
  private static func isFixedSize(_ size: Range<Int>, _ source: ObjectiveCSource) -> Bool {
    var index = size.lowerBound
    while index < size.upperBound {
      let token = source.tokens[index]
      if token.isName("sizeof"), index + 1 < size.upperBound {
        index = (source.partner(of: index + 1) ?? index + 1) + 1
        continue
      }
      if token.kind == .identifier {
        let isCall = index + 1 < size.upperBound && source.tokens[index + 1].isSign("(")
        if isCall || token.text.contains(where: \.isLowercase) { return false }
      }
      index += 1
    }
    return true
  }

  /// Whether the file may hold the check: the function makes its file exclusively, or the buffer comes from elsewhere.
  ///
  /// Most of plain C passes buffers as pointers, and only their maker knows how large they are. Objective-C has better
  /// types to pass on.
  private static func isDoubtful(_ call: CCall, _ fault: Fault, _ source: ObjectiveCSource) -> Bool {
    switch fault {
    case .race:
      guard let function = call.function else { return false }
      return source.functions[function].body.contains { source.tokens[$0].isName("O_EXCL") }
    case .unbounded where call.name != "gets" && source.isPlainC:
      guard let index = call.function, let target = call.arguments.first.flatMap({ name($0, source) })
      else { return true }
      return !isArray(target, in: source.functions[index], source)
    case .unbounded, .shell, .stack: return false
    }
  }

  /// `scanf("%s", buffer)` without a width.
  private func checkScans(_ source: ObjectiveCSource, isDoubtful: Bool, _ report: inout FileReport) {
    for (call, index) in source.calls("scanf").map({ ($0, 0) })
      + source.calls("sscanf", "fscanf").map({ ($0, 1) }) where index < call.arguments.count
    {
      guard let format = source.value(call.arguments[index], in: call.function)?.string,
        format.contains("%s") || format.contains("%[")
      else { continue }
      Self.add(
        call.name, .unbounded, at: source.bytes(of: call.tokens), isDoubtful: isDoubtful, &report)
    }
  }

  /// `memcpy(buffer, bytes, length)` into an array, with a length that a caller gives and nobody compares.
  private func checkCopies(_ source: ObjectiveCSource, isDoubtful: Bool, _ report: inout FileReport) {
    for call in source.calls("memcpy", "memmove").prefix(ObjectiveCSource.closeLooks)
    where call.arguments.count == 3 && !call.hasReceiver {
      guard let index = call.function, let target = Self.name(call.arguments[0], source),
        let length = Self.name(call.arguments[2], source)
      else { continue }
      let function = source.functions[index]
      guard function.parameters.contains(where: { $0.name == length }),
        Self.isArray(target, in: function, source), !Self.isCompared(length, in: function, source)
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: call.tokens),
        LocalizedText(
          "`\(call.name)` copies as many bytes as `\(length)` says, which nothing compares with the size of `\(target)`.",
          ja: "`\(call.name)` が、`\(target)` の大きさと比較されていない `\(length)` バイトを複写します。"),
        confidence: isDoubtful ? .low : nil)
    }
  }

  private static func name(_ range: Range<Int>, _ source: ObjectiveCSource) -> String? {
    let range = source.bare(range)
    guard range.count == 1, source.tokens[range.lowerBound].kind == .identifier else { return nil }
    return source.tokens[range.lowerBound].text
  }

  /// Looks at `char name[32];`.
  private static func isArray(_ name: String, in function: CFunction, _ source: ObjectiveCSource) -> Bool {
    function.body.dropLast().contains { index in
      index > function.body.lowerBound && source.tokens[index].isName(name)
        && source.tokens[index - 1].kind == .identifier && source.tokens[index - 1].text != "return"
        && source.tokens[index + 1].isSign("[")
    }
  }

  private static func isCompared(_ name: String, in function: CFunction, _ source: ObjectiveCSource) -> Bool {
    function.body.contains { index in
      guard source.tokens[index].isName(name) else { return false }
      let beside = [index - 1, index + 1].filter(source.tokens.indices.contains)
      return beside.contains { ["<", ">", "<=", ">=", "==", "!="].contains(source.tokens[$0].text) }
        || index > 1 && source.tokens[index - 1].isSign("(")
          && ["MIN", "min"].contains(source.tokens[index - 2].text)
    }
  }

  // MARK: Swift

  static let triggers: Set<String> = Set(faults.keys)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (name, fault) in Self.faults.sorted(by: { $0.key < $1.key }) {
      for call in source.facts.calls(name)
      where call.receiver == nil && call.node.calledExpression.is(DeclReferenceExprSyntax.self) {
        guard !source.facts.functions.contains(where: { $0.name == name }),
          call.arguments.allSatisfy({ $0.label == nil })
        else { continue }
        if fault == .shell || fault == .unbounded, call.arguments.count > 0,
          source.fold(call.arguments[call.arguments.count - 1].value, in: call.scope).isConstant
        {
          continue
        }
        let isExclusive =
          fault == .race
          && source.facts.function(around: call.scope).map {
            !source.facts.references("O_EXCL", in: $0.scope).isEmpty
          } == true
        Self.add(name, fault, at: call.range, isDoubtful: isExclusive, &report)
      }
    }
  }
}

extension UnsafeCAPI: FlowRule {
  static let places: FlowSinkClass = .process

  /// What reaches a shell is told of by another rule; where nothing does, a call of `system` is doubtful.
  func message(_ arrival: FlowArrival) -> LocalizedText? { nil }
}
