import CommandLineKit
import OmamoriCore

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
