/// What may stand as the name of a file in a reference: one component of a path that shows as what it is.
enum AttachmentName {
  /// The most bytes of UTF-8.
  static let greatestLength = 200

  /// Whether a name names a file in the folder that it is put into, and nothing else.
  static func isAllowed(_ name: String) -> Bool {
    // A dot counts also when a mark stands on it, which makes another character but the same first byte.
    (1...greatestLength).contains(name.utf8.count) && name.unicodeScalars.first != "."
      && name.unicodeScalars.last != " "
      && name.unicodeScalars.allSatisfy(isAllowed)
  }

  /// The nearest allowed name of a path or a name; `nil` when nothing is left.
  static func suggestion(for path: String) -> String? {
    let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    var name = String(String.UnicodeScalarView(last.unicodeScalars.map { isAllowed($0) ? $0 : "_" }))
    while name.unicodeScalars.first == "." { name.unicodeScalars.removeFirst() }
    while name.utf8.count > greatestLength || name.last == " " { name.removeLast() }
    return isAllowed(name) ? name : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters, separators of paths and streams, and what turns the direction of text.
    case 0...0x1F, 0x7F...0x9F, 0x2F, 0x3A, 0x5C: false
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}
