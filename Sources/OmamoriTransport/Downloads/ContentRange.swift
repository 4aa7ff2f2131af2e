import OmamoriCore
import OmamoriCrypto

/// The field `Content-Range` of a part (RFC 9110, section 14.4), such as `bytes 100-199/200`.
package struct ContentRange: Sendable, Hashable {
  /// The place of the first byte.
  package let first: Int64
  /// The place of the last byte.
  package let last: Int64
  /// The size of the whole.
  package let total: Int64

  /// Reads the field.
  ///
  /// - Parameter text: Its value; `nil` results for another unit, an unknown size, and what contradicts itself.
  package init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let total = Self.number(halves[1]) else { return nil }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  private static func number(_ digits: Substring) -> Int64? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
  }
}

/// What says that two responses are parts of the same bytes (RFC 9110, sections 8.8 and 13.1.5).
package struct StrongValidator: Sendable, Hashable {
  /// The greatest length, in bytes.
  package static let greatestSize = 1024

  /// A strong entity tag with its quotation marks, or a moment.
  package let text: String

  /// The validator of a response; `nil` when there is none, when its entity tag is weak, or when it was changed less than a
  /// minute before it was sent.
  package init?(_ fields: ResponseFields) {
    let (tags, changes) = (fields.values("ETag"), fields.values("Last-Modified"))
    if tags.isEmpty {
      guard changes.count == 1, let changed = HTTPDate.read(changes[0]),
        let sent = fields["Date"].flatMap(HTTPDate.read), sent.timeIntervalSince(changed) >= 60
      else { return nil }
      text = changes[0]
    } else {
      guard tags.count == 1, Self.isStrongTag(tags[0]) else { return nil }
      text = tags[0]
    }
  }

  /// What was written down before; `nil` for what is no validator.
  package init?(_ text: String) {
    guard Self.isStrongTag(text) || HTTPDate.read(text) != nil else { return nil }
    self.text = text
  }

  /// Whether a response names another one; a part may leave it out.
  package func contradicts(_ fields: ResponseFields) -> Bool {
    let values = fields.values(text.hasPrefix("\"") ? "ETag" : "Last-Modified")
    return !values.isEmpty && values != [text]
  }

  private static func isStrongTag(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (2...greatestSize).contains(bytes.count) && bytes.first == 0x22 && bytes.last == 0x22
      && bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) }
  }
}

/// What is written beside the part of a download, so that it can go on: whose part it is, and how much of it is on the disk.
package struct PartialRecord: Sendable, Hashable {
  /// The greatest record that is read, in bytes.
  package static let greatestSize = 2048

  /// SHA-256 of the URL, which itself may hold a secret.
  package let source: String
  /// What says that the rest belongs to it.
  package let validator: StrongValidator
  /// How many bytes are on the disk.
  package var size: Int64

  package init(_ url: RequestURL, _ validator: StrongValidator, size: Int64) {
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
  package func isOf(_ url: RequestURL) -> Bool { source == Self.source(url) }

  private static func source(_ url: RequestURL) -> String { digest(url.text) }

  private static func digest(_ text: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8))))
  }
}
