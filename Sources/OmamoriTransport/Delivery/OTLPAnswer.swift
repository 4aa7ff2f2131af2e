package import OmamoriCore

/// What a collector of OpenTelemetry answered (OTLP 1.x over HTTP with JSON).
package enum OTLPAnswer {
  /// Why the records were not taken, as the protocol says which statuses may be tried again.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - now: The time by which `Retry-After` is judged.
  /// - Returns: The problem; `nil` when all were taken.
  package static func problem(_ answer: CollectorAnswer, now: Date) -> DeliveryProblem? {
    switch answer.status {
    case 200: answer.body.isEmpty ? nil : problem(in: answer)
    case 401, 403, 407, 511: .denied
    case 408, 429, 502, 503, 504: .busy(retryAfter: answer.retryAfter(now))
    case 404, 405, 406, 410, 426, 501, 505: .invalidAnswer
    case 400...599: .rejected
    default: .invalidAnswer
    }
  }

  /// A success may be a partial one; the records that were refused are counted and not named.
  private static func problem(in answer: CollectorAnswer) -> DeliveryProblem? {
    guard answer.mediaType?.isJSON == true, let value = try? StrictJSON.parse(Data(answer.body)),
      case .object(let object) = value
    else { return .invalidAnswer }
    guard let partial = object["partialSuccess"], partial != .null else { return nil }
    guard case .object(let success) = partial, let count = rejected(success["rejectedLogRecords"]) else {
      return .invalidAnswer
    }
    return count > 0 ? .rejected : nil
  }

  /// A 64-bit number, which protobuf's JSON writes as a string.
  private static func rejected(_ value: JSONValue?) -> Int64? {
    switch value {
    case nil, .null?: 0
    case .string(let text)?: Int64(text)
    case .number(let number)?: Int64(number.text)
    default: nil
    }
  }
}
