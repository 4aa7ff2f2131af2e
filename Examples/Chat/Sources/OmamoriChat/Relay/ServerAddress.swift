import OmamoriCore
import OmamoriTransport

/// A server as it is typed: `relay.example.com`, `relay.example.com:8443`, `192.0.2.7`, `[2001:db8::1]:443`.
struct ServerAddress: CommandLineValue, Hashable {
  let host: HostName
  let port: UInt16

  init(_ host: HostName, port: UInt16 = 443) { (self.host, self.port) = (host, port) }

  /// Reads a name or an address, with a port or without.
  init?(commandLine word: String) {
    var (name, port) = (word[...], UInt16(443))
    let colons = word.utf8.count { $0 == UInt8(ascii: ":") }
    // An IPv6 address without brackets has no port.
    if let colon = word.lastIndex(of: ":"), colons == 1 || word[..<colon].hasSuffix("]") {
      let digits = word[word.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits), number > 0
      else { return nil }
      (name, port) = (word[..<colon], number)
    }
    // because a host that cannot be read is refused as a word
    guard let host = try? HostName(String(name)) else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// The name with the port, which is left out when it is 443.
  var commandLineWord: String { port == 443 ? name : "\(name):\(port)" }
  /// The host and the port as a URL has them.
  var origin: String { "\(name):\(port)" }

  private var name: String { host.kind == .addressV6 ? "[\(host)]" : host.description }

  static var expectation: LocalizedText {
    LocalizedText(
      "a host with a port or without, such as relay.example.com:8443, and no scheme or path",
      ja: "relay.example.com:8443 のようなホスト名またはアドレス（ポートは省略可、スキームとパスは不要）")
  }
}
