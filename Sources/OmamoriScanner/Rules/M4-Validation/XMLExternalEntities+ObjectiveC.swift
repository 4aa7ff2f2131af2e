import OmamoriCore
import OmamoriReport

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
    for index in source.uses(of: Self.options, in: source.tokens.indices).prefix(ObjectiveCSource.closeLooks)
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

  private static let options: Set = [
    "XML_PARSE_NOENT", "XML_PARSE_DTDLOAD", "NSXMLNodeLoadExternalEntitiesAlways",
  ]
}
