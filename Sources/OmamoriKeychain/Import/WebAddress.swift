/// The parts of a URL that an internet password has attributes for.
struct WebAddress: Equatable {
  let networkProtocol: String
  let host: String
  let port: Int64
  let path: String

  /// Takes a URL apart; `nil` when it has no known scheme or no host, or is longer than 2,048 bytes.
  init?(_ text: String) {
    guard text.utf8.count <= 2048, let separator = text.firstRange(of: "://"),
      let code = NetworkProtocol.codes[text[..<separator.lowerBound].lowercased()]
    else { return nil }
    let rest = text[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    var port: Int64 = 0
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = UInt16(digits.isEmpty ? "0" : digits)
      else { return nil }
      (port, authority) = (Int64(number), authority[..<colon])
    }
    guard !authority.isEmpty, !authority.contains(where: \.isWhitespace) else { return nil }
    (networkProtocol, host, self.port) = (code, authority.lowercased(), port)
    let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
    self.path = path == "/" ? "" : String(path)
  }
}
