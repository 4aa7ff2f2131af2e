package import OmamoriCore

/// What a collector answered, bounded.
package struct CollectorAnswer {
  /// The greatest answer that is read, in bytes.
  package static let greatestSize = 64 * 1024

  package let status: Int
  package let fields: ResponseFields
  package let body: [UInt8]

  package init(status: Int, fields: ResponseFields, body: [UInt8]) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// What the body is, when that can be read.
  package var mediaType: MediaType? {
    let values = fields.values("Content-Type")
    return values.count == 1 ? MediaType(values[0]) : nil
  }

  /// Why the records were not taken.
  ///
  /// - Parameter now: The time by which `Retry-After` is judged.
  /// - Returns: The problem; `nil` when they were.
  package func problem(now: Date) -> DeliveryProblem? {
    switch status {
    case 200, 201, 202, 204: nil
    case 401, 403, 407, 511: .denied
    // The key was seen, and the first request with it is not over yet.
    case 409: .busy(retryAfter: retryAfter(now))
    case 408, 421, 425, 429: .busy(retryAfter: retryAfter(now))
    // Nobody collects there; the records are not to blame.
    case 404, 405, 406, 410, 426, 501, 505: .invalidAnswer
    case 400...499: .rejected
    case 500...599: .busy(retryAfter: retryAfter(now))
    default: .invalidAnswer
    }
  }

  /// How long the collector asks to wait.
  func retryAfter(_ now: Date) -> Duration? {
    RetryAfter.duration(fields.values("Retry-After"), now: now)
  }

  /// The signed note that the collector answered with; `nil` when it says nothing or something else.
  ///
  /// - Throws: `DeliveryProblem.invalidAnswer` for a page, which is not what collectors answer.
  package func checkpoint() throws(DeliveryProblem) -> [UInt8]? {
    guard !body.isEmpty else { return nil }
    guard let mediaType else { throw .invalidAnswer }
    if mediaType.isJSON { return nil }
    guard mediaType.type == "text", ["plain", "x.tlog.checkpoint"].contains(mediaType.subtype) else {
      throw .invalidAnswer
    }
    return Self.isNote(body) ? body : nil
  }

  /// Whether it has the form of a signed note: text, an empty line, and lines of signatures that begin with a dash.
  private static func isNote(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let blank = lines.lastIndex(of: ""), blank > 0 else { return false }
    let signatures = lines[(blank + 1)...]
    return !signatures.isEmpty && signatures.allSatisfy { $0.hasPrefix("\u{2014} ") }
  }
}
