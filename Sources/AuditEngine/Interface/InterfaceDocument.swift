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

/// The labels of one view, to find the one that names a field: the nearest one to its left or above it.
struct InterfaceLabels {
  private struct Frame {
    let (x, y, width, height): (Double, Double, Double, Double)

    init?(_ element: MarkupElement) {
      let frame = element.elements(named: "rect").first { $0["key"] == "frame" }
      guard let frame, let x = frame["x"].flatMap(Double.init), let y = frame["y"].flatMap(Double.init),
        let width = frame["width"].flatMap(Double.init), let height = frame["height"].flatMap(Double.init),
        [x, y, width, height].allSatisfy(\.isFinite)
      else { return nil }
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The farthest that a label above, and one to the left, may be away, in points.
  private static let reach = (above: 28.0, left: 60.0)
  /// More views side by side than this are no form.
  private static let siblingLimit = 400

  private let siblings: [MarkupElement]
  private let labels: [(frame: Frame, text: String)]

  /// Reads the labels among the elements of a view; those of a view with very many are left out.
  init(_ siblings: [MarkupElement]) {
    self.siblings = siblings.count <= Self.siblingLimit ? siblings : []
    labels = self.siblings.compactMap { element in
      guard element.name == "label", let text = element["text"], !text.isEmpty else { return nil }
      return Frame(element).map { ($0, text) }
    }
  }

  /// The text of the label beside the field that is the element at `index`.
  func text(besideElement index: Int) -> String? {
    guard siblings.indices.contains(index) else { return nil }
    guard let frame = Frame(siblings[index]) else { return text(beforeElement: index) }
    var best: (distance: Double, text: String)?
    for label in labels {
      guard let distance = Self.distance(of: label.frame, to: frame) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, label.text) }
    }
    return best?.text
  }

  /// The text of the label right before a field without a place of its own, as in a stack.
  private func text(beforeElement index: Int) -> String? {
    guard index > 0, siblings[index - 1].name == "label", let text = siblings[index - 1]["text"],
      !text.isEmpty
    else { return nil }
    return text
  }

  private static func distance(of label: Frame, to field: Frame) -> Double? {
    let sameRow = label.y < field.y + field.height && field.y < label.y + label.height
    let sameColumn = label.x < field.x + field.width && field.x < label.x + label.width
    let left = field.x - (label.x + label.width)
    let above = field.y - (label.y + label.height)
    if sameRow, (-1...reach.left).contains(left) { return left }
    if sameColumn, (-1...reach.above).contains(above) { return above }
    return nil
  }
}
