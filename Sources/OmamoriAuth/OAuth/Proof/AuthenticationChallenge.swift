import OmamoriCore
package import OmamoriTransport

/// What a server asks for that refuses a request with 401 (RFC 9110 §11.6.1).
package struct AuthenticationChallenge: Sendable, Hashable {
  /// The most challenges that are read of an answer.
  package static let greatestCount = 8
  /// The most parameters of a challenge.
  package static let greatestParameterCount = 16
  /// The greatest size of the field, in bytes.
  package static let greatestSize = 8 << 10

  /// The scheme in lower case, such as `bearer` or `dpop`.
  package let scheme: String
  /// The parameters by their names in lower case.
  package let parameters: [String: String]

  /// The error of RFC 6750 §3.1; `nil` when there is none, as when no token was shown.
  package var errorCode: ServerErrorCode? { parameters["error"].map(ServerErrorCode.init(code:)) }

  /// Whether it asks for an access token.
  var isAboutTokens: Bool { scheme == "bearer" || scheme == "dpop" }

  /// Whether a fresh token may help: the shown one is refused, or nothing is said of it.
  package var asksForFreshToken: Bool {
    guard isAboutTokens else { return false }
    return errorCode == nil || errorCode == .invalidToken
  }

  /// The challenges of an answer; what is malformed, too long or has a parameter twice ends the list of its field.
  ///
  /// - Parameter fields: The header fields of the answer.
  /// - Returns: The challenges in order, at most 8.
  package static func read(_ fields: ResponseFields) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    for value in fields.values("WWW-Authenticate") where value.utf8.count <= greatestSize {
      var reader = ChallengeReader(value)
      while challenges.count < greatestCount, let challenge = reader.next() { challenges.append(challenge) }
    }
    return challenges
  }
}

extension AuthenticationChallenge: RedactedDescription {
  /// The scheme; parameters come from outside.
  package var description: String { scheme }
}

/// Reads challenges one after the other: `scheme token68` or `scheme name=value, name="value"`, separated by commas.
struct ChallengeReader {
  private let bytes: [UInt8]
  private var place = 0
  /// The token that was read as a parameter's name and turned out to be the next scheme.
  private var scheme: [UInt8]?

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next challenge; `nil` at the end and for what cannot be read, after which nothing is.
  mutating func next() -> AuthenticationChallenge? {
    if scheme == nil {
      skip([0x20, 0x09, 0x2C])
      scheme = token()
    }
    guard let name = scheme else { return nil }
    scheme = nil
    guard let parameters = parameters() else {
      place = bytes.count
      return nil
    }
    return AuthenticationChallenge(scheme: Self.lowercased(name), parameters: parameters)
  }

  private mutating func parameters() -> [String: String]? {
    var parameters: [String: String] = [:]
    guard place < bytes.count else { return parameters }
    guard byte == 0x20 || byte == 0x2C || byte == 0x09 else { return nil }
    if byte == 0x20, skipToken68() { return parameters }
    while true {
      skip([0x20, 0x09, 0x2C])
      guard place < bytes.count else { return parameters }
      guard let name = token() else { return nil }
      let end = place
      skip([0x20, 0x09])
      guard byte == 0x3D else {
        // A token without a value is the scheme of the next challenge.
        place = end
        scheme = name
        return parameters
      }
      place += 1
      skip([0x20, 0x09])
      guard let value = byte == 0x22 ? quoted() : token().map({ String(decoding: $0, as: UTF8.self) }),
        parameters.count < AuthenticationChallenge.greatestParameterCount,
        parameters.updateValue(value, forKey: Self.lowercased(name)) == nil
      else { return nil }
      skip([0x20, 0x09])
      guard place == bytes.count || byte == 0x2C else { return nil }
    }
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip(_ skipped: [UInt8]) {
    while let byte, skipped.contains(byte) { place += 1 }
  }

  private mutating func token() -> [UInt8]? {
    let token = bytes[place...].prefix(while: Self.isTokenCharacter)
    guard !token.isEmpty else { return nil }
    place += token.count
    return Array(token)
  }

  private mutating func quoted() -> String? {
    place += 1
    var value: [UInt8] = []
    while let next = byte {
      place += 1
      switch next {
      case 0x22: return String(validating: value, as: UTF8.self)
      case 0x5C:
        guard let escaped = byte else { return nil }
        value.append(escaped)
        place += 1
      default: value.append(next)
      }
    }
    return nil
  }

  /// Skips credentials in one piece, such as those of `Negotiate`; `false` when parameters follow.
  private mutating func skipToken68() -> Bool {
    let start = place
    skip([0x20])
    let text = bytes[place...].prefix { Self.isToken68Character($0) }
    let padding = bytes[(place + text.count)...].prefix { $0 == 0x3D }
    var end = place + text.count + padding.count
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    guard !text.isEmpty, end == bytes.count || bytes[end] == 0x2C, padding.count <= 2 else {
      place = start
      return false
    }
    place = end
    return true
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  private static func isToken68Character(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D...0x2F, 0x5F, 0x7E: true
    default: false
    }
  }

  private static func lowercased(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
