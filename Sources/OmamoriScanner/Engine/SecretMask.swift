import OmamoriReport

/// Hides secret values in what a report quotes: a report ends up in tickets, mails and build logs.
///
/// The time does not grow with the number of secrets: a file may hold thousands.
package struct SecretMask {
  /// The lines of the secrets by their first three bytes, longest first: a secret may contain another one.
  private var lines: [[UInt8]: [[UInt8]]] = [:]

  private static let shortest = 3
  private static let ellipsis = Array("…".utf8)

  /// Makes a mask for these values; lines of fewer than three bytes cannot be told from ordinary text.
  init(_ secrets: some Sequence<String>) {
    for secret in secrets {
      for line in secret.split(whereSeparator: \.isNewline) where line.utf8.count >= Self.shortest {
        lines[Array(line.utf8.prefix(Self.shortest)), default: []].append(Array(line.utf8))
      }
    }
    for key in lines.keys { lines[key]?.sort { $0.count > $1.count } }
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
      guard let secret = lines[Array(rest.prefix(Self.shortest))]?.first(where: { matches($0, rest, isCut) })
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

  /// Whether `rest` begins with `secret`, or is the beginning of it that was left of a line cut short.
  private func matches(_ secret: [UInt8], _ rest: ArraySlice<UInt8>, _ isCut: Bool) -> Bool {
    rest.starts(with: secret) || (isCut && rest.count < secret.count && secret.starts(with: rest))
  }
}
