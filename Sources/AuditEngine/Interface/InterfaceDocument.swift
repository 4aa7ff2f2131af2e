package import OmamoriATS
package import OmamoriReport

/// A storyboard or xib, parsed once: what rules ask of it, without the markup itself.
package struct InterfaceDocument: Sendable {
  /// The file as bytes, with its place in the tree.
  package let text: TextSource
  /// The fields and text areas in which people type or read.
  package let fields: [InterfaceTextField]
  /// Where web views of the old kind are placed.
  package let oldWebViews: [SourceRegion]

  /// Reads `text`; `nil` when it is not well-formed markup or exceeds the limits of it.
  package init?(_ text: TextSource) {
    guard let document = try? MarkupReader.read(text.bytes) else { return nil }
    self.text = text
    var outlets: [String: String] = [:]
    document.root.walk { element, _ in
      guard element.name == "outlet", let target = element["destination"] else { return }
      outlets[target] = element["property"]
    }
    var fields: [InterfaceTextField] = []
    var oldWebViews: [SourceRegion] = []
    document.root.walk { element, _ in
      if element.name == "webView" { oldWebViews.append(SourceRegion(element.tagRange)) }
      // The labels of an element are read once, however many fields it holds.
      let siblings = element.elements
      let labels = InterfaceLabels(siblings)
      for (index, field) in siblings.enumerated() {
        guard let kind = InterfaceTextField.Kind(rawValue: field.name) else { continue }
        let outlet = field["id"].flatMap { outlets[$0] }
        fields.append(
          InterfaceTextField(field, kind, outlet: outlet, title: labels.text(besideElement: index)))
      }
    }
    (self.fields, self.oldWebViews) = (fields, oldWebViews)
  }
}

extension SourceRegion {
  /// The region of a place in markup.
  package init(_ range: TextRange) {
    self.init(
      startLine: range.start.line, startColumn: range.start.column, endLine: range.end.line,
      endColumn: range.end.column)
  }
}
