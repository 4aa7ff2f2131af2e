/// The place of an entry of an archive, below the folder it is unpacked into.
///
/// Names are bytes, as the file systems of Linux have them. Each component ends with a zero, as C wants it.
struct ArchivePath: Hashable {
  /// The most components of a path.
  static let greatestDepth = 200
  /// The most bytes of one component.
  static let longestName = 255

  /// The names from the folder downwards; none for the folder itself.
  let components: [[CChar]]

  /// Reads the path of an entry.
  ///
  /// - Returns: `nil` when the path could lead out of the folder (it is absolute or has a component `..`), when it is
  ///   empty, or when it is too long or too deep.
  init?(entry path: [CChar]) {
    let bytes = path.prefix { $0 != 0 }
    guard let first = bytes.first, first != Self.slash else { return nil }
    var components: [[CChar]] = []
    for part in bytes.split(separator: Self.slash) where !part.elementsEqual(Self.dot) {
      guard !part.elementsEqual(Self.dot + Self.dot), part.count <= Self.longestName else { return nil }
      components.append(Array(part) + [0])
    }
    guard components.count <= Self.greatestDepth else { return nil }
    self.components = components
  }

  /// Whether a symbolic link here with this target stays inside of the folder, whatever else is a link.
  ///
  /// A target may go up as far as the folder itself and down again, but not up again after it went down: what is below
  /// may be a link, too.
  func contains(target: [CChar]) -> Bool {
    let bytes = target.prefix { $0 != 0 }
    guard let first = bytes.first, first != Self.slash else { return false }
    var steps = 0
    var wentDown = false
    for part in bytes.split(separator: Self.slash) where !part.elementsEqual(Self.dot) {
      if part.elementsEqual(Self.dot + Self.dot) {
        steps += 1
        guard !wentDown, steps < components.count else { return false }
      } else {
        wentDown = true
      }
    }
    return true
  }

  /// The path as text, for messages.
  var text: String {
    components.map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
      .joined(separator: "/")
  }

  private static let slash = CChar(UInt8(ascii: "/"))
  private static let dot = [CChar(UInt8(ascii: "."))]
}
