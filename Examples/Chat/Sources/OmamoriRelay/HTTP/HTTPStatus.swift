/// The status codes that the relay answers with (RFC 9110, section 15).
enum HTTPStatus: Int, Sendable, CaseIterable {
  case ok = 200
  case created = 201
  case noContent = 204
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case conflict = 409
  case lengthRequired = 411
  case contentTooLarge = 413
  case targetTooLong = 414
  case expectationFailed = 417
  case tooManyRequests = 429
  case headersTooLarge = 431
  case internalError = 500
  case notImplemented = 501
  case unavailable = 503
  case versionNotSupported = 505
  case insufficientStorage = 507

  /// The words behind the number in a status line; nobody decides by them.
  var reason: String {
    switch self {
    case .ok: "OK"
    case .created: "Created"
    case .noContent: "No Content"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .conflict: "Conflict"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .expectationFailed: "Expectation Failed"
    case .tooManyRequests: "Too Many Requests"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .internalError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    case .insufficientStorage: "Insufficient Storage"
    }
  }
}
