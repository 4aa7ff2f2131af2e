public import OmamoriTransport

/// What a server asks for that refuses a request with 401 (RFC 9110 §11.6.1).
///
/// A value; safe to share between threads.
public struct AuthenticationChallenge: Sendable, Hashable {
  /// The most challenges that are read of an answer.
  public static let greatestCount = 8
  /// The most parameters of a challenge.
  public static let greatestParameterCount = 16
  /// The greatest size of the field, in bytes.
  public static let greatestSize = 8 << 10

  /// The scheme in lower case, such as `bearer` or `dpop`.
  public let scheme: String
  /// The parameters by their names in lower case.
  public let parameters: [String: String]

  /// The error of RFC 6750 §3.1; `nil` when there is none, as when no token was shown.
  public var errorCode: ServerErrorCode? { parameters["error"].map(ServerErrorCode.init(code:)) }

  /// Whether it asks for an access token.
  var isAboutTokens: Bool { scheme == "bearer" || scheme == "dpop" }

  /// Whether a fresh token may help: the shown one is refused, or nothing is said of it.
  public var asksForFreshToken: Bool {
    guard isAboutTokens else { return false }
    return errorCode == nil || errorCode == .invalidToken
  }

  /// The challenges of an answer; what is malformed, too long or has a parameter twice ends the list of its field.
  ///
  /// - Parameter fields: The header fields of the answer.
  /// - Returns: The challenges in order, at most ``greatestCount``.
  public static func read(_ fields: ResponseFields) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    for value in fields.values("WWW-Authenticate") where value.utf8.count <= greatestSize {
      var reader = ChallengeReader(value)
      while challenges.count < greatestCount, let challenge = reader.next() { challenges.append(challenge) }
    }
    return challenges
  }
}

extension AuthenticationChallenge: CustomStringConvertible, CustomReflectable {
  /// The scheme; parameters come from outside.
  public var description: String { scheme }
  /// The scheme.
  public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}
