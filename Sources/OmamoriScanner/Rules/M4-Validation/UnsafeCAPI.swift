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
        この関数はバッファーの大きさを知らないか、確認と使用の間に隙を作ります。想定より長い入力がメモリーを上書きし、\
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
    masvs: ["CODE-4"], mastg: [86],
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
    lazy var precautions = Precautions(source)
    let values = Values(source)
    let isElsewhere = source.isForOtherSystem
    for (name, fault) in Self.faults.sorted(by: { $0.key < $1.key }) where source.names.contains(name) {
      guard !own.contains(name) else { continue }
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        guard source.isOfLibrary(call), Self.isDangerous(call, fault, values) else { continue }
        Self.add(
          name, fault, at: source.bytes(of: call.tokens),
          isDoubtful: isElsewhere || Self.looksBefore(call, fault, precautions, values), &report)
      }
    }
    checkScans(source, isDoubtful: isElsewhere, &report)
    checkCopies(source, isDoubtful: isElsewhere, &report)
  }

  /// A copy of a constant into an array that is large enough, or a shell command that is constant, harms nobody.
  private static func isDangerous(_ call: CCall, _ fault: Fault, _ values: Values) -> Bool {
    func isKnown(_ index: Int) -> Bool {
      index < call.arguments.count && values.texts.isKnown(call.arguments[index], in: call.function)
    }
    switch fault {
    case .shell:
      // Without a command, `system` only says whether there is a shell.
      guard let command = call.arguments.first, !values.isNothing(command) else { return false }
      return !isKnown(0) && !values.isBuiltOfKnown(command, in: call.function, isCommand: true)
        && !values.isPrintedJustBefore(call, command)
    case .unbounded where call.name == "sprintf":
      // Numbers have a longest form.
      guard let texts = PrintedTexts(call, format: 1, values.texts) else { return true }
      return texts.arguments.contains { $0.map { !values.texts.isKnown($0, in: call.function) } ?? true }
    case .unbounded where ["strcpy", "stpcpy", "strcat", "wcscpy", "wcscat"].contains(call.name):
      return !isKnown(1)
        && !(call.arguments.count == 2 && values.isBuiltOfKnown(call.arguments[1], in: call.function))
    case .stack: return call.arguments.first.map { !values.sizes.isFixed($0, in: call.function) } ?? true
    default: return true
    }
  }

  /// Whether the function asks how long the text is, or makes the file only if nobody else has made it.
  private static func looksBefore(
    _ call: CCall, _ fault: Fault, _ precautions: Precautions, _ values: Values
  ) -> Bool {
    guard let index = call.function else { return false }
    switch fault {
    case .race: return precautions.exclusive.contains(index)
    case .unbounded where call.name != "gets":
      if let target = call.arguments.first {
        if precautions.hasRoom(target, before: call) { return true }
        if values.targets.isMadeElsewhere(target, in: call.function) { return true }
      }
      if call.name == "sprintf", let texts = PrintedTexts(call, format: 1, values.texts) {
        let unknown = texts.arguments.filter {
          $0.map { !values.texts.isKnown($0, in: call.function) } ?? true
        }
        return unknown.allSatisfy { $0.map { precautions.isMeasured($0, before: call) } ?? false }
      }
      guard call.arguments.count == 2 else { return false }
      if values.isShort(call.arguments[1]) { return true }
      return precautions.isMeasured(call.arguments[1], before: call) || precautions.fits(call)
        || precautions.isWrapper(call)
    case .stack:
      return call.arguments.first.map {
        values.sizes.isGiven($0, in: call.function) || values.sizes.isCompared($0, before: call)
          || values.sizes.isLimit($0, in: call.function) || values.sizes.isCount($0, in: call.function)
      } ?? false
    case .shell, .unbounded: return false
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

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for (name, fault) in Self.faults.sorted(by: { $0.key < $1.key }) {
      for call in source.facts.calls(name) where call.receiver == nil {
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

extension UnsafeCAPI {
  /// Where C writes to, as far as the file shows it.
  struct Targets {
    private let source: ObjectiveCSource
    private let uses: NameUses
    private let isPlainC: Bool

    init(_ source: ObjectiveCSource, _ uses: NameUses) {
      (self.source, self.uses, isPlainC) = (source, uses, source.isPlainC)
    }

    /// Whether somebody else has made the memory.
    ///
    /// So it is with a pointer that the function was given, took from a member or worked out. Most of C passes buffers
    /// that way; whether there is room shows only where they are made.
    ///
    /// Code in Objective-C has better types than pointers to hand on, so it is not let off.
    func isMadeElsewhere(_ target: Range<Int>, in function: Int?) -> Bool {
      guard isPlainC else { return false }
      guard let (name, isMember) = subject(of: target) else { return true }
      if isArray(name) || isMember && Self.arraysOfTheSystem.contains(name) { return false }
      guard !isMember, let function else { return true }
      return !source.assignments(to: name).contains { given in
        given.function == function && given.key == nil && Self.makesMemory(given.value, source)
      }
    }

    /// The name of what is written: `b` of `(char *)a->b + 4`; `nil` for what a call gives.
    private func subject(of target: Range<Int>) -> (name: String, isMember: Bool)? {
      let range = source.bare(target)
      var (index, isMember) = (range.lowerBound, false)
      while index < range.upperBound, source.tokens[index].isSign("&") || source.tokens[index].isSign("*") {
        index += 1
      }
      guard index < range.upperBound, source.tokens[index].kind == .identifier else { return nil }
      while index + 2 < range.upperBound,
        source.tokens[index + 1].isSign(".") || source.tokens[index + 1].isSign("->"),
        source.tokens[index + 2].kind == .identifier
      {
        (index, isMember) = (index + 2, true)
      }
      let isCall = index + 1 < range.upperBound && source.tokens[index + 1].isSign("(")
      return isCall ? nil : (source.tokens[index].text, isMember)
    }

    /// Looks for `char name[32]` anywhere in the file, with a size.
    private func isArray(_ name: String) -> Bool {
      let all = 0..<source.tokens.count
      // What is used very often is not looked into.
      guard let places = uses.places(of: name, in: all, atMost: 1_000) else { return true }
      return places.contains { place in
        guard place > 0, place + 2 < all.upperBound, source.tokens[place + 1].isSign("["),
          !source.tokens[place + 2].isSign("]")
        else { return false }
        let before = source.tokens[place - 1]
        if before.kind == .identifier { return !["return", "case", "else", "sizeof"].contains(before.text) }
        // `char a[8], b[8];`
        guard before.isSign(","), let close = source.partner(of: place + 1), close + 1 < all.upperBound else {
          return false
        }
        return source.tokens[close + 1].isSign(";") || source.tokens[close + 1].isSign("=")
      }
    }

    /// Whether `value` takes new memory, of whatever size: `malloc(64)`, `new char[n]`.
    private static func makesMemory(_ value: Range<Int>, _ source: ObjectiveCSource) -> Bool {
      value.prefix(64).contains { index in
        let token = source.tokens[index]
        guard token.kind == .identifier else { return false }
        return token.text == "new" || token.text.lowercased().contains("alloc")
      }
    }

    private static let arraysOfTheSystem: Set = [
      "sun_path", "d_name", "cFileName", "lfFaceName", "sysname", "nodename", "release", "machine", "ut_user",
      "ut_line", "ut_host", "ifr_name", "sdl_data",
    ]
  }
}
