/// Why a request is refused before anybody looks at what it asks for; the connection ends after the answer.
enum HTTPRefusal: Error, Sendable, Hashable, CaseIterable {
  /// It is not HTTP/1.1, or two readers could understand it differently.
  case malformed
  /// Its head or body did not come in time.
  case timeout
  /// It has a body of unknown length.
  case lengthRequired
  /// Its body is too large.
  case tooLarge
  /// Its target is too long.
  case targetTooLong
  /// It expects something else than `100-continue`.
  case expectation
  /// Its header is too large.
  case headersTooLarge
  /// Its body is encoded for the transfer.
  case transferEncoding
  /// It is of another version of HTTP.
  case version

  /// The status that says so.
  var status: HTTPStatus {
    switch self {
    case .malformed: .badRequest
    case .timeout: .requestTimeout
    case .lengthRequired: .lengthRequired
    case .tooLarge: .contentTooLarge
    case .targetTooLong: .targetTooLong
    case .expectation: .expectationFailed
    case .headersTooLarge: .headersTooLarge
    case .transferEncoding: .notImplemented
    case .version: .versionNotSupported
    }
  }

  /// The word for it in the answer's body.
  var code: String {
    switch self {
    case .malformed: "malformed"
    case .timeout: "timeout"
    case .lengthRequired: "length_required"
    case .tooLarge: "too_large"
    case .targetTooLong: "target_too_long"
    case .expectation: "expectation"
    case .headersTooLarge: "headers_too_large"
    case .transferEncoding: "transfer_encoding"
    case .version: "version"
    }
  }
}
