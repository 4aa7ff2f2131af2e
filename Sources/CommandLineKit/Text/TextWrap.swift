/// Breaks a text into lines of a given width.
///
/// Western words break at spaces. Japanese breaks between any two wide characters, except that a line never
/// begins with closing punctuation or a small kana and never ends with an opening bracket (the rules called
/// kinsoku).
public enum TextWrap {
  /// The lines of `text`, none wider than `width` columns unless a single unbreakable piece is.
  ///
  /// Line feeds in `text` are kept; an empty text gives one empty line.
  public static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      paragraph($0, width: max(1, width))
    }
  }

  /// `text` with every line after the first indented by `indent` spaces.
  public static func hanging(_ text: String, width: Int, indent: Int) -> String {
    lines(text, width: width - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  private static func paragraph(_ text: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for piece in pieces(text) {
      let size = DisplayWidth.of(piece.text)
      let gap = piece.followsSpace && !line.isEmpty ? 1 : 0
      if !line.isEmpty, used + gap + size > width {
        lines.append(line)
        (line, used) = (piece.text, size)
      } else {
        line += (gap == 1 ? " " : "") + piece.text
        used += gap + size
      }
    }
    return lines + [line]
  }

  /// What must stay on one line, and whether a space came before it.
  private struct Piece {
    var text: String
    let followsSpace: Bool
  }

  private static func pieces(_ text: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var previous: Character?
    var afterSpace = false
    for character in text {
      if character == " " {
        (afterSpace, previous) = (true, nil)
        continue
      }
      if let previous, !canBreak(between: previous, and: character), !pieces.isEmpty {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), followsSpace: afterSpace))
      }
      (afterSpace, previous) = (false, character)
    }
    return pieces
  }

  private static func canBreak(between left: Character, and right: Character) -> Bool {
    if DisplayWidth.of(left) < 2, DisplayWidth.of(right) < 2 { return false }
    return !neverFirst.contains(right) && !neverLast.contains(left)
  }

  private static let neverFirst = Set("、。，．・：；？！ー）］｝」』】〉》〕ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々…～,.)]}:;!?")
  private static let neverLast = Set("（［｛「『【〈《〔([{")
}
