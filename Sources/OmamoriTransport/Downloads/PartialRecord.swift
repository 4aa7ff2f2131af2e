import OmamoriCore
import OmamoriCrypto

/// What is written beside the part of a download, so that it can go on: whose part it is, and how much of it is on the disk.
///
/// A value; safe to share between threads.
package struct PartialRecord: Sendable, Hashable {
  /// The greatest record that is read, in bytes.
  static let greatestSize = 2048

  /// SHA-256 of the URL, which itself may hold a secret.
  let source: String
  /// What says that the rest belongs to it.
  let validator: StrongValidator
  /// How many bytes are on the disk.
  var size: Int64

  init(_ url: RequestURL, _ validator: StrongValidator, size: Int64) {
    (source, self.validator, self.size) = (Self.source(url), validator, size)
  }

  /// Reads a record; `nil` when the bytes are none, or not all of one.
  package init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 6, lines[0] == "omamori-partial 1", lines[5].isEmpty,
      let validator = StrongValidator(String(lines[3])), let size = Int64(lines[2]), size >= 0
    else { return nil }
    (source, self.validator, self.size) = (String(lines[1]), validator, size)
    guard self.bytes == bytes else { return nil }
  }

  /// The record as it is written, with a checksum in its last line.
  package var bytes: [UInt8] {
    let text = "omamori-partial 1\n\(source)\n\(size)\n\(validator.text)\n"
    return Array((text + Self.digest(text) + "\n").utf8)
  }

  /// Whether it is of a URL.
  func isOf(_ url: RequestURL) -> Bool { source == Self.source(url) }

  private static func source(_ url: RequestURL) -> String { digest(url.text) }

  private static func digest(_ text: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8))))
  }
}
