import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A parser that fetches what a document tells it to.
struct XMLExternalEntities: FixingRule {
  static let metadata = RuleMetadata(
    id: "xml-external-entities",
    title: LocalizedText("External XML entities resolved", ja: "XML の外部実体を解決している"),
    why: LocalizedText(
      """
      A document can name files of the device or addresses as entities. A parser that resolves them \
      sends their content wherever the document wants, or never ends.
      """,
      ja: """
        文書はデバイス内のファイルや任意のアドレスを実体として指定できます。それを解決するパーサーは、内容を\
        文書の望む場所へ送ったり、処理が終わらなくなったりします。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Leave shouldResolveExternalEntities false and pass no XML_PARSE_NOENT or XML_PARSE_DTDLOAD.
        """,
        ja: """
          shouldResolveExternalEntities は false のままにし、XML_PARSE_NOENT や XML_PARSE_DTDLOAD を指定\
          しないでください。
          """)),
    severity: .medium, confidence: .high, cwe: [611], owaspMobile2024: [.m4], owaspMobile2016: [.m7],
    example: RuleMetadata.Example(
      bad: "parser.shouldResolveExternalEntities = true",
      good: "parser.shouldResolveExternalEntities = false"))

  static let triggers: Set<String> = Set(options).union(parsers).union([
    "shouldResolveExternalEntities", "externalEntityResolvingPolicy",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments {
      switch assignment.name {
      case "shouldResolveExternalEntities"
      where isOn(assignment, source) && !readsBundle(assignment, source):
        add("shouldResolveExternalEntities", at: assignment.range, &report) {
          SourceFix(Self.repair, [WrittenValue.opposite(of: assignment.value)].compactMap(\.self))
        }
      case "externalEntityResolvingPolicy"
      where source.fold(assignment.value, in: assignment.scope).symbol == "always":
        add("externalEntityResolvingPolicy", at: assignment.range, &report) {
          WrittenValue.member(assignment.value).flatMap {
            SourceFix(Self.repair, [WrittenValue.replacing($0, with: "never")])
          }
        }
      default: break
      }
    }
    var isPassed = false
    for call in Self.parsers.sorted().flatMap({ source.facts.calls($0) }) {
      guard let options = Self.options(of: call), Self.named(in: options).isDisjoint(with: Self.options)
      else {
        continue
      }
      let constants = source.constants(reaching: options, in: call.scope, followsSymbols: true)
      guard let name = constants.compactMap({ $0.value.symbol }).first(where: Self.options.contains) else {
        continue
      }
      isPassed = true
      add(name, at: call.range.lowerBound..<options.utf8Range.upperBound, &report)
    }
    for name in Self.options {
      for reference in source.facts.references[name] ?? [] where !isRemoved(reference.node) {
        // A constant of the file is reported where it is passed.
        let call = reference.node.ancestor(FunctionCallExprSyntax.self, within: 8)
        guard
          !isPassed
            || call.flatMap({ NamePath.last(of: $0.calledExpression) }).map(Self.parsers.contains) == true
        else { continue }
        add(name, at: reference.range, &report)
      }
    }
  }

  private func isOn(_ assignment: Assignment, _ source: SwiftSource) -> Bool {
    let value = source.fold(assignment.value, in: assignment.scope)
    return value.boolean
      ?? source.constants(reaching: assignment.value, in: assignment.scope)
      .contains { $0.value.boolean == true }
  }

  /// Whether the parser that `assignment` sets a property of reads a file of the app's bundle.
  private func readsBundle(_ assignment: Assignment, _ source: SwiftSource) -> Bool {
    guard let parser = assignment.target.as(MemberAccessExprSyntax.self)?.base else { return false }
    return source.isBundled(parser, in: assignment.scope)
  }

  /// The argument for the options of a parser of libxml2.
  private static func options(of call: Call) -> ExprSyntax? {
    let index = call.name == "xmlParseInNodeContext" ? 3 : call.arguments.count - 1
    return index > 0 && index < call.arguments.count ? call.arguments[index].value : nil
  }

  private static func named(in expression: ExprSyntax) -> Set<String> {
    Set(expression.tokens(viewMode: .sourceAccurate).map(\.text))
  }

  /// Functions of libxml2 whose last argument are its options.
  private static let parsers: Set = [
    "xmlReadMemory", "xmlReadFile", "xmlReadDoc", "xmlReadFd", "xmlReadIO", "xmlCtxtReadMemory",
    "xmlCtxtReadFile", "xmlCtxtReadDoc", "xmlCtxtReadFd", "xmlCtxtReadIO", "xmlCtxtUseOptions",
    "xmlReaderForMemory", "xmlReaderForFile", "xmlReaderForDoc", "xmlReaderForFd", "xmlReaderForIO",
    "xmlParseInNodeContext",
  ]

  static let repair = LocalizedText("Has the parser fetch no entities.", ja: "外部実体を取得しない設定にします。")

  func add(
    _ name: String, at range: Range<Int>, _ report: inout FileReport, fix: () -> SourceFix? = { nil }
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) has the parser fetch entities from outside the document.",
        ja: "\(name) により、パーサーが文書の外から実体を取得します。"), fix: fix())
  }

  /// Finds `options.remove(.nodeLoadExternalEntitiesAlways)`.
  private func isRemoved(_ node: DeclReferenceExprSyntax) -> Bool {
    let call = node.ancestor(FunctionCallExprSyntax.self, within: 4)
    return call.flatMap { NamePath.last(of: $0.calledExpression) } == "remove"
  }

  private static let options = [
    "XML_PARSE_NOENT", "XML_PARSE_DTDLOAD", "nodeLoadExternalEntitiesAlways",
    "NSXMLNodeLoadExternalEntitiesAlways",
  ]
}

extension XMLExternalEntities: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    var bundled: [Range<Int>] = []
    for (name, values) in [
      ("shouldResolveExternalEntities", []),
      ("externalEntityResolvingPolicy", ["NSXMLParserResolveExternalEntitiesAlways"]),
    ] {
      let setter = "set" + name.prefix(1).uppercased() + name.dropFirst() + ":"
      let messages = source.messages(setter).map { ($0.arguments[0], $0.tokens, $0.function) }
      let assignments = source.assignments(to: name).map {
        ($0.value, $0.target.lowerBound..<$0.value.upperBound, $0.function)
      }
      for (value, place, function) in messages + assignments {
        let constant = source.value(value, in: function)
        let isOn = values.isEmpty ? constant?.integer == 1 : values.contains(constant?.symbol ?? "")
        if isOn { add(name, at: source.bytes(of: place), &report) }
      }
    }
    var isPassed = false
    let calls = Self.parsers.sorted().flatMap { source.calls($0) }.prefix(ObjectiveCSource.closeLooks)
    for call in calls {
      let index = call.name == "xmlParseInNodeContext" ? 3 : call.arguments.count - 1
      guard index > 0, index < call.arguments.count else { continue }
      // A file of the app is signed.
      guard !source.isBundled(call.arguments[0], in: call.function) else {
        bundled.append(call.tokens)
        continue
      }
      guard source.uses(of: Self.objectiveCOptions, in: call.arguments[index]).isEmpty,
        let name = Self.option(in: call.arguments[index], of: call.function, source)
      else { continue }
      isPassed = true
      add(name, at: source.bytes(of: call.tokens.lowerBound..<call.arguments[index].upperBound), &report)
    }
    for index in source.uses(of: Self.objectiveCOptions, in: source.tokens.indices).prefix(
      ObjectiveCSource.closeLooks)
    {
      // A name declared in an enumeration or asked for by `&` in a condition is no use.
      guard !source.isCompared(index), !Self.isRemoved(index, source),
        source.functions.contains(where: { $0.body.contains(index) }),
        !bundled.contains(where: { $0.contains(index) })
      else { continue }
      // A variable is reported where it is passed.
      guard !isPassed || calls.contains(where: { $0.tokens.contains(index) }) else { continue }
      add(source.tokens[index].text, at: source.tokens[index].range, &report)
    }
  }

  /// An option that resolves entities in what the only name of `range` is given, in the function or the file.
  private static func option(in range: Range<Int>, of function: Int?, _ source: ObjectiveCSource) -> String? {
    let range = source.bare(range)
    guard range.count == 1, let only = range.first, source.tokens[only].kind == .identifier else {
      return nil
    }
    let name = source.tokens[only].text
    let given = (source.assignments(to: name, first: 16)).filter {
      $0.function == function || $0.function == nil
    }
    return given.lazy.compactMap { source.use(of: objectiveCOptions, in: $0.value) }.first
      ?? source.define(name).flatMap { define in
        define.value.first { objectiveCOptions.contains($0.text) }?.text
      }
  }

  /// Looks at `options & ~XML_PARSE_NOENT`.
  private static func isRemoved(_ index: Int, _ source: ObjectiveCSource) -> Bool {
    index > 0 && source.tokens[index - 1].isSign("~")
      || index > 1 && source.tokens[index - 1].isSign("(") && source.tokens[index - 2].isSign("~")
  }

  private static let objectiveCOptions: Set = [
    "XML_PARSE_NOENT", "XML_PARSE_DTDLOAD", "NSXMLNodeLoadExternalEntitiesAlways",
  ]
}
