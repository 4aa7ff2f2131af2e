import OmamoriCore
import OmamoriTransport

/// Where a relay listens, as it is typed: `127.0.0.1:7443`, `[::]:7443`; the system chooses the port when it is 0.
struct ListenAddress: CommandLineValue, Hashable {
  /// An address of this machine, or its name.
  let host: HostName
  /// The port.
  let port: UInt16

  /// Puts an address together.
  init(_ host: HostName, port: UInt16) { (self.host, self.port) = (host, port) }

  init?(commandLine word: String) {
    guard let colon = word.lastIndex(of: ":"), let port = UInt16(word[word.index(after: colon)...]),
      // because a host that cannot be read is refused as a word
      let host = try? HostName(String(word[..<colon]))
    else { return nil }
    (self.host, self.port) = (host, port)
  }

  var commandLineWord: String { (host.kind == .addressV6 ? "[\(host)]" : host.description) + ":\(port)" }
  static var expectation: LocalizedText {
    LocalizedText("an address and a port, such as 127.0.0.1:7443", ja: "127.0.0.1:7443 のようなアドレスとポート")
  }
}
