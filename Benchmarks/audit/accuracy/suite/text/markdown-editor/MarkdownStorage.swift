import UIKit

final class MarkdownStorage: NSTextStorage {
  private let backing = NSMutableAttributedString()
  private let tagExpression = try? NSRegularExpression(pattern: "</?[a-z][a-z0-9]{0,15}>") // safe: regex-tag
  private let commentColor = UIColor.secondaryLabel

  override var string: String { backing.string }

  override func attributes(at location: Int, effectiveRange range: NSRangePointer?) -> [NSAttributedString.Key: Any] {
    backing.attributes(at: location, effectiveRange: range)
  }

  override func replaceCharacters(in range: NSRange, with str: String) {
    backing.replaceCharacters(in: range, with: str)
    edited(.editedCharacters, range: range, changeInLength: (str as NSString).length - range.length) // safe: length-mix
  }

  override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    backing.setAttributes(attrs, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  override func processEditing() {
    colorTags()
    super.processEditing()
  }

  private func colorTags() {
    let whole = NSRange(location: 0, length: backing.length)
    tagExpression?.enumerateMatches(in: backing.string, range: whole) { match, _, _ in
      guard let match else { return }
      backing.addAttribute(.foregroundColor, value: commentColor, range: match.range)
    }
  }

  func insert(_ snippet: String, at location: Int) {
    beginEditing()
    replaceCharacters(in: NSRange(location: location, length: 0), with: snippet)
    let inserted = NSRange(location: location, length: snippet.count) // weak: length-mix direct
    addAttribute(.font, value: UIFont.monospacedSystemFont(ofSize: 15, weight: .regular), range: inserted)
    endEditing()
  }
}
