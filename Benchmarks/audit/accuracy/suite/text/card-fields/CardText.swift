import UIKit

enum CardText {
  static func spaced(_ name: String) -> NSAttributedString {
    let styled = NSMutableAttributedString(string: name)
    let width = lengths(of: name)
    styled.addAttribute(.kern, value: 2, range: NSRange(location: 0, length: width)) // weak: length-mix helper
    return styled
  }

  private static func lengths(of name: String) -> Int { name.count }

  static func initials(of name: String) -> Substring {
    let bridged = name as NSString
    let space = bridged.range(of: " ")
    return space.location == NSNotFound ? name.prefix(1) : name.dropFirst(space.location + 1).prefix(1) // weak: length-mix direct
  }

  static func removeSpaces(in number: String) -> String {
    let digits = NSMutableString(string: number)
    let whole = NSRange(location: 0, length: digits.length) // safe: length-mix
    digits.replaceOccurrences(of: " ", with: "", options: [], range: whole)
    return digits as String
  }

  static func selection(of cards: [String]) -> NSIndexSet {
    NSIndexSet(indexesIn: NSRange(location: 0, length: cards.count)) // safe: length-mix
  }
}
