import CommandLineKit

/// Rows of words as columns, however wide the characters are.
enum TextColumns {
  /// One line a row; a column in which nothing stands is left out.
  static func text(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(plain) }
    let widths = (0..<(rows.first?.count ?? 0)).map { (column: Int) -> Int in
      rows.map { (row: [String]) -> Int in DisplayWidth.of(row[column]) }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where widths[column] > 0 {
        line += text + String(repeating: " ", count: widths[column] - DisplayWidth.of(text) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// A word without anything that could move the cursor.
  private static func plain(_ text: String) -> String { String(Printable.quote(text).dropFirst().dropLast()) }
}
