public import CommandLineKit
package import CommandSupport
import OmamoriCore
public import OmamoriTransport

/// A server as it is typed: `api.example.com`, `api.example.com:8443`, `192.0.2.7`, `[2001:db8::1]:443`.
package struct ServerAddress: CommandLineValue, Hashable {
  package let host: HostName
  package let port: UInt16

  package init(_ host: HostName, port: UInt16 = 443) { (self.host, self.port) = (host, port) }

  /// Reads a name or an address, with a port or without.
  package init?(commandLine word: String) {
    var (name, port) = (word[...], UInt16(443))
    let colons = word.utf8.count { $0 == UInt8(ascii: ":") }
    // An IPv6 address without brackets has no port.
    if let colon = word.lastIndex(of: ":"), colons == 1 || word[..<colon].hasSuffix("]") {
      let digits = word[word.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits), number > 0
      else { return nil }
      (name, port) = (word[..<colon], number)
    }
    guard let host = try? HostName(String(name)) else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// The name with the port, which is left out when it is 443.
  package var commandLineWord: String {
    let name = host.kind == .addressV6 ? "[\(host)]" : host.description
    return port == 443 ? name : "\(name):\(port)"
  }

  /// Says which form is wanted.
  package static var expectation: HelpText? {
    HelpText(
      "a host with a port or without, such as api.example.com:8443, and no scheme or path",
      ja: "api.example.com:8443 のようなホスト名またはアドレス（ポートは省略可、スキームとパスは不要）")
  }

  /// Says how a name in another script is written.
  package static func expectation(insteadOf word: String) -> HelpText? {
    word.utf8.allSatisfy { $0 < 0x80 }
      ? expectation
      : HelpText(
        "the name in ASCII (xn--…), as 'idn2 NAME' prints it", ja: "ASCII の名前（xn--…、'idn2 NAME' で分かります）")
  }
}

extension TransportError: ExitCodeProviding {
  /// What was refused, as the command line says it.
  ///
  /// A signature that is wrong and a set that is old are answers; what is written wrongly is bad input; a server that
  /// could not be asked, and a library that failed, are neither.
  public var exitCode: ExitCode {
    switch self {
    case .signatureInvalid, .rolledBack, .notCurrent, .noUpdatablePattern, .refused: .findings
    case .malformedHost, .malformedURL, .endpointLeavesOrigin, .policy, .malformedDocument, .clientIdentity,
      .unsupported:
      .usage
    default: .failure
    }
  }

  /// What failed.
  public var message: HelpText { .clause(explanation) }

  /// What to do about it.
  public var hint: HelpText? { .clause(recovery) }
}

extension CryptoFault {
  /// What OmamoriTransport refused of something that has a name, such as a file or a host.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - subject: The name.
  ///   - hint: What to do about it, where more is known than the error says.
  package init(_ error: TransportError, about subject: String, hint: HelpText? = nil) {
    let message = error.message
    let name = Printable.quote(subject)
    self.init(
      error.exitCode, HelpText("\(name): \(message.english)", ja: "\(name): \(message.japanese)"),
      hint: hint ?? error.hint)
  }
}
