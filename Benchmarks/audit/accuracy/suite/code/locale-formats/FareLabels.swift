import UIKit

extension String {
  func filled(with value: CVarArg) -> String {
    String(format: self, value) // weak: format file
  }

  func padded(to width: Int) -> String {
    String(format: "%-\(width)d|", count) + self // safe: format
  }
}

final class FareLabels {
  private let strings = RemoteStrings.shared
  let fare = UILabel()
  let stops = UILabel()
  let hint = UILabel()

  func update(price: Double, count: Int, line: String) {
    fare.text = strings.text("fare.total").filled(with: price)
    fare.accessibilityLabel = String(format: NSLocalizedString("fare.total %@ %.2f", comment: ""), line, price) // safe: format
    stops.text = String.localizedStringWithFormat(strings.text("stops.count"), count) // weak: format file
    stops.accessibilityLabel = String.localizedStringWithFormat("%d × %@", count, strings.text("stops.unit")) // safe: format
    hint.text = "Line \(line)".appendingFormat(strings.text("hint.suffix"), count) // weak: format file
    hint.accessibilityLabel = "Line ".appendingFormat("%@ (%d)", line, count) // safe: format
  }

  func receipt(total: Double) -> String {
    let heading = String(format: strings.literal("receipt.heading") + " %.2f", total) // safe: format
    let body = NSString(format: strings.text("receipt.body") as NSString, total) // weak: format file
    return heading + (body as String)
  }

  func headline(_ key: String) -> String {
    var pattern = strings.text(key)
    if pattern.contains("%") { pattern = "%@" }
    pattern = "%@: %d"
    return String(format: pattern, key, pattern.count) // safe: format
  }
}
