import OmamoriReport

/// Hides secret values in what a report quotes: a report ends up in tickets, mails and build logs.
///
/// The time does not grow with the number of secrets: a file may hold thousands.
package struct SecretMask {
  /// The lines of the secrets by their first three bytes.
  private var lines: [[UInt8]: Alike] = [:]

  private static let shortest = 3
  private static let ellipsis = Array("…".utf8)

  /// Makes a mask for these values; lines of fewer than three bytes cannot be told from ordinary text.
  init(_ secrets: some Sequence<String>) {
    for secret in secrets {
      for line in secret.split(whereSeparator: \.isNewline) where line.utf8.count >= Self.shortest {
        lines[Array(line.utf8.prefix(Self.shortest)), default: Alike()].add(Array(line.utf8))
      }
    }
    for key in lines.keys { lines[key]?.sort() }
  }

  /// Secrets that begin alike.
  private struct Alike {
    private var all: Set<[UInt8]> = []
    private var sorted: [[UInt8]] = []
    /// How long they are, the longest first: a secret may contain another one.
    private var lengths: [Int] = []

    mutating func add(_ secret: [UInt8]) { all.insert(secret) }

    mutating func sort() {
      sorted = all.sorted { $0.lexicographicallyPrecedes($1) }
      lengths = Set(all.map(\.count)).sorted(by: >)
    }

    /// The longest one with which `rest` begins.
    func first(of rest: ArraySlice<UInt8>) -> [UInt8]? {
      for length in lengths where length <= rest.count {
        let part = Array(rest.prefix(length))
        if all.contains(part) { return part }
      }
      return nil
    }

    /// One that begins with `rest` and goes on: the longest of those that come first in the order of their bytes.
    func longer(than rest: ArraySlice<UInt8>) -> [UInt8]? {
      guard let longest = lengths.first, longest > rest.count else { return nil }
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].lexicographicallyPrecedes(rest) { low = middle + 1 } else { high = middle }
      }
      return sorted[low...].prefix(64).prefix { $0.starts(with: rest) }
        .filter { $0.count > rest.count }.max { $0.count < $1.count }
    }
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
      let rest = bytes[index..<end]
      // Of a line cut short the beginning of a secret may be left.
      guard let alike = lines[Array(rest.prefix(Self.shortest))],
        let secret = (isCut ? alike.longer(than: rest) : nil) ?? alike.first(of: rest)
      else {
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
}
