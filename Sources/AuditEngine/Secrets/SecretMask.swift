import OmamoriReport

/// Hides secret values in what a report quotes: a report ends up in tickets, mails and build logs.
///
/// The time hardly grows with the number of secrets: a file may hold thousands, and all may begin alike.
package struct SecretMask {
  /// The lines of the secrets in the order of their bytes, each once.
  private let lines: [[UInt8]]
  /// The first three bytes of each, to pass over other text quickly.
  private let beginnings: Set<UInt32>
  /// Which bytes are the first of one.
  private let firsts: [Bool]

  private static let shortest = 3
  private static let ellipsis = Array("…".utf8)

  /// Makes a mask for these values; lines of fewer than three bytes cannot be told from ordinary text.
  package init(_ secrets: some Sequence<String>) {
    var lines: Set<[UInt8]> = []
    for secret in secrets {
      for line in secret.split(whereSeparator: \.isNewline) where line.utf8.count >= Self.shortest {
        lines.insert(Array(line.utf8))
      }
    }
    self.lines = lines.sorted { $0.lexicographicallyPrecedes($1) }
    beginnings = Set(lines.map { Self.beginning($0[0], $0[1], $0[2]) })
    var firsts = [Bool](repeating: false, count: 256)
    for line in lines { firsts[Int(line[0])] = true }
    self.firsts = firsts
  }

  private static func beginning(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }

  /// The part of a secret that may be shown: its beginning, four characters and a quarter of it at the most.
  package static func masked(_ secret: String) -> String {
    String(secret.prefix(min(4, secret.count / 4))) + "…"
  }

  /// The finding with every secret masked in what it quotes.
  func apply(to finding: Finding) -> Finding {
    var masked = finding
    masked.snippet = apply(to: finding.snippet)
    masked.excerpt?.lines = finding.excerpt?.lines.map(apply) ?? []
    return masked
  }

  func apply(to text: String) -> String {
    let bytes = Array(text.utf8)
    let isCut = bytes.suffix(Self.ellipsis.count).elementsEqual(Self.ellipsis)
    let end = isCut ? bytes.count - Self.ellipsis.count : bytes.count
    var result: [UInt8] = []
    var index = 0
    while index < end {
      guard let secret = secret(at: index, of: bytes[..<end], isCut) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result += Array(Self.masked(String(decoding: secret, as: UTF8.self)).utf8)
      index += secret.count
    }
    if index == end { result += bytes[end...] }
    return String(decoding: result, as: UTF8.self)
  }

  /// The longest secret that stands at `index`, or one whose beginning is all that was left of a line cut short.
  ///
  /// Secrets with the same beginning are neighbours; with each byte fewer of them are left.
  private func secret(at index: Int, of text: ArraySlice<UInt8>, _ isCut: Bool) -> [UInt8]? {
    guard firsts[Int(text[index])], text.endIndex - index >= Self.shortest,
      beginnings.contains(Self.beginning(text[index], text[index + 1], text[index + 2]))
    else { return nil }
    var (range, length, found) = (lines.indices, 0, nil as [UInt8]?)
    while !range.isEmpty, length < text.endIndex - index {
      if range.count == 1 {
        let (last, rest) = (lines[range.lowerBound], text[index...])
        let isMeant = rest.starts(with: last) || isCut && rest.count < last.count && last.starts(with: rest)
        return isMeant ? last : found
      }
      range = lines(in: range, with: text[index + length], at: length)
      length += 1
      // The shortest comes first.
      if let first = range.first, lines[first].count == length { found = lines[first] }
    }
    return isCut ? range.last.map { lines[$0] } ?? found : found
  }

  /// Those of the lines in `range`, which agree in the bytes before `place`, that have `byte` there.
  private func lines(in range: Range<Int>, with byte: UInt8, at place: Int) -> Range<Int> {
    func first(_ isBehind: (UInt8) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        // One that ends before stands in front of all that go on.
        if place < lines[middle].count, isBehind(lines[middle][place]) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low
    }
    return first { $0 >= byte }..<first { $0 > byte }
  }
}
