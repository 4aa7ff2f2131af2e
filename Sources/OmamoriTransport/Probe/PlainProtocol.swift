/// A protocol without TLS that a server was seen to speak.
///
/// A value; safe to share between threads.
public enum PlainProtocol: String, Sendable, Hashable, CaseIterable {
  /// HTTP.
  case http
  /// SSH.
  case ssh
  /// A protocol whose server speaks first with a number, such as SMTP or FTP.
  case greeting

  /// Recognises the beginning of an answer.
  package init?(answer: [UInt8]) {
    if answer.starts(with: Array("HTTP/".utf8)) || answer.first == UInt8(ascii: "<") {
      self = .http
    } else if answer.starts(with: Array("SSH-".utf8)) {
      self = .ssh
    } else if answer.count >= 4, answer[..<3].allSatisfy({ (0x30...0x39).contains($0) }),
      answer[3] == UInt8(ascii: " ") || answer[3] == UInt8(ascii: "-")
    {
      self = .greeting
    } else {
      return nil
    }
  }
}
