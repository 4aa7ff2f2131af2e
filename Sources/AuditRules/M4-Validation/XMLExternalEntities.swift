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
        文書は端末内のファイルや任意のアドレスを実体として指定できます。それを解決するパーサーは、内容を\
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
    masvs: ["CODE-4"], mastg: [],
    example: RuleMetadata.Example(
      bad: "parser.shouldResolveExternalEntities = true",
      good: "parser.shouldResolveExternalEntities = false"))

  static let triggers: Set<String> = Set(options).union([
    "shouldResolveExternalEntities", "externalEntityResolvingPolicy",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments {
      switch assignment.name {
      case "shouldResolveExternalEntities"
      where source.fold(assignment.value, in: assignment.scope).boolean == true:
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
    for name in Self.options {
      for reference in source.facts.references[name] ?? [] where !isRemoved(reference.node) {
        add(name, at: reference.range, &report)
      }
    }
  }

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
    for index in source.uses(of: Self.objectiveCOptions, in: source.tokens.indices).prefix(
      ObjectiveCSource.closeLooks)
    {
      // A name declared in an enumeration or asked for by `&` in a condition is no use.
      guard !source.isCompared(index), !Self.isRemoved(index, source),
        source.functions.contains(where: { $0.body.contains(index) })
      else { continue }
      add(source.tokens[index].text, at: source.tokens[index].range, &report)
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
