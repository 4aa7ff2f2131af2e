/// The columns a text fills in a terminal, where Chinese, Japanese and Korean characters and emoji fill two.
///
/// Source: Unicode Standard Annex #11, East Asian Width; ambiguous characters count one column.
enum DisplayWidth {
  /// The columns of `text`, which must hold no control characters.
  static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// The columns of one character as people see it, with its combining marks.
  static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    let properties = first.properties
    if properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(first.value) ? 2 : 1
    }
  }

  /// `text` followed by as many spaces as it is short of `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6: true
    case 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
    default: false
    }
  }
}
