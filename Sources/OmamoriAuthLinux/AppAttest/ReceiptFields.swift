import OmamoriAuth
import OmamoriCore
import OmamoriCrypto

/// The fields of a receipt, by their numbers.
struct ReceiptFields {
  enum Field: Int {
    case appID = 2
    case certificate = 3
    case kind = 6
    case creationDate = 12
    case riskMetric = 17
    case notBefore = 19
    case expirationDate = 21
  }

  private let values: [Int: Data]

  init(_ attributes: ReceiptAttributes) { values = attributes.values }

  func data(_ field: Field) throws(AuthError) -> Data {
    guard let value = values[field.rawValue] else { throw .attestation(.receiptInvalid) }
    return value
  }

  func text(_ field: Field) throws(AuthError) -> String {
    guard let text = String(validating: try data(field), as: UTF8.self), text.utf8.count <= 256 else {
      throw .attestation(.receiptInvalid)
    }
    return text
  }

  func date(_ field: Field) throws(AuthError) -> Date {
    let text = try text(field)
    // Apple writes fractions of seconds in some and not in others.
    for style in [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()] {
      if let date = try? style.parse(text) { return date }
    }
    throw .attestation(.receiptInvalid)
  }

  /// `nil` for a field that is not there or empty.
  func optionalDate(_ field: Field) throws(AuthError) -> Date? {
    guard let value = values[field.rawValue], !value.isEmpty else { return nil }
    return try date(field)
  }

  /// A number as text; `nil` for a field that is not there or empty.
  func count(_ field: Field) throws(AuthError) -> Int? {
    guard let value = values[field.rawValue], !value.isEmpty else { return nil }
    guard value.count <= 9, let count = Int(try text(field)), count >= 0 else {
      throw .attestation(.receiptInvalid)
    }
    return count
  }
}
