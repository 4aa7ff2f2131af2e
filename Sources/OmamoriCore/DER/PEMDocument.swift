/// One PEM document as RFC 7468 writes it: two boundary lines, Base64 in lines of 64 characters, nothing
/// around it.
package struct PEMDocument {
  /// The label, such as `PRIVATE KEY`.
  package let label: String
  /// What the Base64 holds.
  package let content: Data

  /// The longest text that is read, in bytes; the largest key that is accepted takes a fifth of it.
  package static let maximumSize = 64 * 1024
  private static let lineLength = 64

  package init(label: String, content: Data) { (self.label, self.content) = (label, content) }

  /// Reads a document whose label is one of `labels`.
  ///
  /// Lines end with LF or CR LF; blank lines may follow the end.
  package init(_ text: String, labels: [String]) throws(DERError) {
    guard text.utf8.count <= Self.maximumSize else { throw .invalidPEMDocument }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count >= 3, let first = lines.first, let last = lines.last,
      let label = labels.first(where: { first.elementsEqual("-----BEGIN \($0)-----".utf8) }),
      last.elementsEqual("-----END \(label)-----".utf8)
    else { throw .invalidPEMDocument }
    let body = lines[1..<(lines.count - 1)]
    guard body.dropLast().allSatisfy({ $0.count == Self.lineLength }),
      let end = body.last, 1...Self.lineLength ~= end.count
    else { throw .invalidPEMDocument }
    let digits = Data(body.joined())
    // Equal after encoding again: no other character, no bit that is not used, no padding too many.
    guard let content = Data(base64Encoded: digits), content.base64EncodedData() == digits else {
      throw .invalidPEMDocument
    }
    (self.label, self.content) = (label, content)
  }

  /// The document as text, without a line end after the last line, as CryptoKit writes it.
  package var text: String {
    let digits = content.base64EncodedString()
    var lines = ["-----BEGIN \(label)-----"]
    var rest = digits[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(Self.lineLength)))
      rest = rest.dropFirst(Self.lineLength)
    }
    lines.append("-----END \(label)-----")
    return lines.joined(separator: "\n")
  }
}
