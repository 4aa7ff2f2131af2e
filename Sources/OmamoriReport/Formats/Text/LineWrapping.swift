/// Breaks texts into lines that fit a width: at spaces, and between characters of scripts that write none.
enum LineWrapping {
  /// The lines of `text`, each at most `width` columns wide unless a single word is wider.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    for piece in pieces(text) {
      let wide = DisplayWidth.columns(piece.text)
      let space = piece.followsSpace && !line.isEmpty ? 1 : 0
      if !line.isEmpty && columns + space + wide > width {
        lines.append(line)
        (line, columns) = (piece.text, wide)
      } else {
        line += (space == 1 ? " " : "") + piece.text
        columns += space + wide
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private struct Piece {
    var text: String
    let followsSpace: Bool
  }

  /// The parts of a text that must stay in one line.
  private static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var isOpen = false
    var followsSpace = false
    var previous: Character?
    for character in text {
      if character == " " {
        (isOpen, followsSpace) = (false, true)
        previous = nil
        continue
      }
      if isOpen, let before = previous, !breaks(between: before, character) {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), followsSpace: followsSpace))
      }
      (isOpen, followsSpace, previous) = (true, false, character)
    }
    return pieces
  }

  private static let neverFirst: Set<Character> = [
    "、", "。", ",", ".", ")", "」", "』", "】", "・", "ー", "!", "?", ":", ")", "]", ",", ".", "%",
    "ゃ", "ゅ", "ょ", "っ", "ャ", "ュ", "ョ", "ッ", "ァ", "ィ", "ゥ", "ェ", "ォ",
  ]
  private static let neverLast: Set<Character> = ["(", "「", "『", "【", "(", "["]

  private static func breaks(between left: Character, _ right: Character) -> Bool {
    guard DisplayWidth.columns(left) == 2 || DisplayWidth.columns(right) == 2 else { return false }
    return !neverFirst.contains(right) && !neverLast.contains(left)
  }
}
