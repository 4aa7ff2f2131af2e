import OmamoriATS
import OmamoriCore

/// Reading markup never crashes, keeps to its limits, and gives places that lie inside one another.
func fuzzMarkup(_ bytes: [UInt8]) {
  for limits in [PropertyListLimits.standard, .interface] {
    guard let document = try? MarkupReader.read(bytes, limits: limits) else { continue }
    expect((try? MarkupReader.read(bytes, limits: limits)) == document, "reading is deterministic")
    var nodes = 0
    document.root.walk { element, ancestors in
      nodes += 1
      expect(ancestors.count < limits.maximumDepth + 1, "the depth limit holds")
      expect(isInside(element.tagRange, element.range), "a tag is part of its element")
      if let parent = ancestors.last { expect(isInside(element.range, parent.range), "elements nest") }
    }
    expect(nodes <= limits.maximumNodes, "the limit of nodes holds")
  }
}

private func isInside(_ inner: TextRange, _ outer: TextRange) -> Bool {
  outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end
}
