/// Writes thousandths of a point as points.
enum Points {
  /// The points with as many decimals as they need: `15`, `2.5`, `0.333`.
  static func text(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return String(whole) }
    var decimals = String(1000 + rest).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole).\(decimals)"
  }
}
