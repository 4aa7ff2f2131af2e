import CommandLineKit
import CommandSupport
import OmamoriCore

/// One line of a list of checksums, as `sha256sum` writes and reads it.
///
/// A name with a backslash, a line feed or a carriage return is escaped, and the line then begins with a backslash.
struct ChecksumLine: Equatable {
  /// The hash value.
  let digest: [UInt8]
  /// The name of the file.
  let name: String

  /// Makes a line.
  init(digest: [UInt8], name: String) { (self.digest, self.name) = (digest, name) }

  /// Reads a line without its end: `HEX  NAME`, `HEX *NAME` or `SHA256 (NAME) = HEX`.
  ///
  /// - Returns: `nil` when it is none for the algorithm.
  init?(_ line: some StringProtocol, _ algorithm: HashAlgorithm) {
    let isEscaped = line.hasPrefix("\\")
    let rest = isEscaped ? line.dropFirst() : line[...]
    let (hex, name): (Substring, Substring)
    let opening = "\(algorithm.tag) ("
    let head = rest.dropLast(algorithm.byteCount * 2)
    if head.hasPrefix(opening), head.hasSuffix(") = ") {
      hex = Substring(rest.suffix(algorithm.byteCount * 2))
      name = Substring(head.dropFirst(opening.count).dropLast(4))
    } else {
      hex = Substring(rest.prefix { $0 != " " })
      let tail = rest.dropFirst(hex.count)
      guard tail.hasPrefix("  ") || tail.hasPrefix(" *") else { return nil }
      name = Substring(tail.dropFirst(2))
    }
    guard let digest = Self.bytes(hex), digest.count == algorithm.byteCount,
      let plain = isEscaped ? Self.unescaped(name) : String(name), !plain.isEmpty
    else { return nil }
    (self.digest, self.name) = (digest, plain)
  }

  /// The line, without its end.
  var text: String {
    let escaped = Self.escaped(name)
    return (escaped == name ? "" : "\\") + hexadecimal + "  " + escaped
  }

  /// The hash value in lower case.
  var hexadecimal: String { Hexadecimal.text(of: digest) }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// A name on one line.
  static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unescaped(_ name: Substring) -> String? {
    var result = ""
    var scalars = name.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "\\": result += "\\"
      case "n": result += "\n"
      case "r": result += "\r"
      default: return nil
      }
    }
    return result
  }
}

/// A file of checksums.
struct ChecksumList {
  /// The most bytes of a list.
  private static let greatestSize = 64 << 20

  /// The lines, in their order.
  let lines: [ChecksumLine]
  /// The number of lines that are none for the algorithm.
  let unknown: Int

  /// Reads a list, which is standard input for `-`.
  ///
  /// Blank lines and lines that begin with `#` count as nothing.
  init(_ path: String, _ algorithm: HashAlgorithm) throws {
    let bytes = try SecretInput.read(path, limit: Self.greatestSize)
    // because the buffer stays inside the closure; a list is no secret
    let text = bytes.withBytes { unsafe $0.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
    var lines: [ChecksumLine] = []
    var unknown = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      let line = line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
      if line.isEmpty || line.hasPrefix("#") { continue }
      if let line = ChecksumLine(line, algorithm) { lines.append(line) } else { unknown += 1 }
    }
    (self.lines, self.unknown) = (lines, unknown)
  }
}
