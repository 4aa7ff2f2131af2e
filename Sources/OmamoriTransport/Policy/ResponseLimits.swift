/// How much is taken from a server.
public struct ResponseLimits: Sendable, Hashable {
  /// The greatest body that is kept in memory, in bytes, compressed and decompressed; streamed bodies have no limit.
  public var bodyBytes = 16 * 1024 * 1024
  /// The greatest size of all header fields, in bytes.
  public var headerBytes = 64 * 1024

  /// The limits that a policy has unless it says otherwise.
  public init() {}
}

/// Whether bodies of responses may come compressed.
public enum Decompression: Sendable, Hashable {
  /// No compression is asked for, and what a server compresses nevertheless is handed over as it came.
  case none
  /// Requests say `Accept-Encoding: gzip`, and what comes in gzip is decompressed. Limits count what comes out.
  ///
  /// A request that has an `Accept-Encoding` or a `Range` of its own is sent as it is, and its response is handed over as it
  /// came. Only on Linux: on Apple systems no compression is asked for.
  case gzip

  /// Whether a request asks for gzip.
  package func isAsked(by request: HTTPRequest) -> Bool {
    self == .gzip && !request.headers.contains("Accept-Encoding") && !request.headers.contains("Range")
  }

  /// Whether the body of the answer to a request that asked for gzip is in gzip.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - status: The status of the response.
  ///   - fields: The header fields of the response; another coding, or more than one, is nothing that was asked for.
  /// - Returns: Whether there is a body, and it is in gzip.
  package static func isGzip(_ method: HTTPMethod, status: Int, fields: ResponseFields) -> Bool {
    let codings = fields.values("Content-Encoding").map { HeaderGrammar.lowercased($0) }
    guard codings == ["gzip"] || codings == ["x-gzip"] else { return false }
    return method != .head && ![204, 206, 304].contains(status) && fields.values("Content-Length") != ["0"]
  }
}

/// How long a request may take.
public struct Timeouts: Sendable, Hashable {
  /// The time to connect, TLS included.
  public var connecting: Duration = .seconds(15)
  /// The time without a byte in either direction.
  public var idle: Duration = .seconds(30)
  /// The time of the whole request, redirects included.
  public var total: Duration = .seconds(60)

  /// The times that a policy has unless it says otherwise.
  public init() {}
}

/// When a request is sent again.
///
/// It is sent again when its name was not resolved, when nobody could be reached, when the connection broke, and when the
/// server answered 429, 502, 503 or 504; never after a server was refused, a handshake failed or the time was up, and never
/// with a body that comes piece by piece. The waits double (with half of each left to chance), and are never shorter than
/// the server's `Retry-After` asks (RFC 9110, section 10.2.3). When there is no time or no attempt left, the last answer or
/// error is what the caller gets.
public struct RetryRule: Sendable, Hashable {
  /// The most attempts that a rule can have.
  package static let greatestAttempts = 10

  /// How often the request is sent at most, the first time included; 1 to 10.
  public var attempts = 3
  /// The time for all attempts and waits together; each attempt has the request's ``Timeouts`` besides.
  public var total: Duration = .seconds(120)
  /// The wait before the second attempt.
  public var firstWait: Duration = .milliseconds(500)
  /// The longest wait that doubling leads to; the server may ask for a longer one.
  public var longestWait: Duration = .seconds(30)
  /// Whether also a `POST` or `PATCH` is sent again, which are not idempotent (RFC 9110, section 9.2.2): what they do may
  /// then be done twice.
  public var repeatsAnyMethod = false

  /// The rule with these settings.
  public init() {}

  /// Nothing is sent again.
  public static let none: RetryRule = {
    var rule = RetryRule()
    rule.attempts = 1
    return rule
  }()
}

/// Whether requests go through a proxy; the environment is never asked.
public enum ProxySetting: Sendable, Hashable {
  /// No proxy, whatever `https_proxy` says.
  case none
  /// A tunnel (`CONNECT`) through this host; TLS is with the server, so pins and trust are unchanged.
  case tunnel(host: HostName, port: UInt16)
}
