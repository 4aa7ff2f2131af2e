import OmamoriATS

/// Finds the label that names a field: the nearest one to its left or above it.
enum InterfaceLabels {
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

  /// The text of the label beside `field`, both being in `parent`.
  static func text(beside field: MarkupElement, in parent: MarkupElement) -> String? {
    let siblings = parent.elements
    guard siblings.count <= siblingLimit else { return nil }
    guard let frame = Frame(field) else { return text(before: field, siblings) }
    var best: (distance: Double, text: String)?
    for label in siblings where label.name == "label" {
      guard let text = label["text"], !text.isEmpty, let place = Frame(label),
        let distance = distance(of: place, to: frame)
      else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, text) }
    }
    return best?.text
  }

  /// The text of the label right before a field without a place of its own, as in a stack.
  private static func text(before field: MarkupElement, _ siblings: [MarkupElement]) -> String? {
    guard let index = siblings.firstIndex(where: { $0.range == field.range }), index > 0,
      siblings[index - 1].name == "label", let text = siblings[index - 1]["text"], !text.isEmpty
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
