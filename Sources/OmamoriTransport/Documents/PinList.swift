import OmamoriCore

/// Lists of digests from documents that say nothing of roles.
enum PinList {
  /// Pins of keys: the first is in use, the others are backups.
  static func pins(_ digests: [Data]) throws(TransportError) -> [Pin] {
    var pins: [Pin] = []
    for digest in digests.prefix(PinSet.greatestCount + 1) {
      pins.append(try Pin(.publicKey, digest: digest, role: pins.isEmpty ? .primary : .backup))
    }
    return pins
  }

  /// The digests that can be read, with the number of those that cannot.
  static func digests(_ texts: some Sequence<String?>) -> (digests: [Data], others: Int) {
    var digests: [Data] = []
    var others = 0
    for text in texts {
      if let digest = text.flatMap(PinText.digest) { digests.append(digest) } else { others += 1 }
    }
    return (digests, others)
  }

  /// The pins in the order in which a document names them: the ones in use, then the backups.
  static func ordered(_ pins: [Pin]) -> [Pin] {
    pins.filter { $0.role == .primary } + pins.filter { $0.role == .backup }
  }

  /// A name of a document; one that cannot be read makes the document malformed.
  static func host(_ text: some StringProtocol, line: Int?) throws(TransportError) -> HostName {
    guard let host = try? HostName(String(text)) else { throw .malformedDocument(line: line) }
    return host
  }
}
