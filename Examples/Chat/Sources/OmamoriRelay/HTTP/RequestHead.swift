/// The request line and the header of a request that has exactly one meaning.
struct RequestHead: Sendable, Hashable {
  /// A field: its name in lower case, its value without the white space around it.
  struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// The method, a token of upper-case letters.
  let method: String
  /// The target in origin form: visible ASCII, a slash first.
  let target: String
  /// The fields in their order.
  let fields: [Field]
  /// The length of the body, 0 when there is none.
  let contentLength: Int
  /// Whether the client waits with the body until it is told to go on.
  let expectsContinue: Bool
  /// Whether the client ends the connection behind this request.
  let isLast: Bool

  /// Fields that mean something to the relay and would be ambiguous if they came twice.
  private static let singular: Set = [
    "host", "content-length", "authorization", "expect", "content-type", "transfer-encoding",
  ]

  /// The greatest number of digits of a length.
  private static let greatestDigits = 10

  /// Judges a head.
  ///
  /// - Throws: ``HTTPRefusal``.
  init(method: String, target: String, fields: [Field]) throws(HTTPRefusal) {
    var seen: Set<String> = []
    for field in fields where Self.singular.contains(field.name) {
      guard seen.insert(field.name).inserted else { throw .malformed }
    }
    guard let host = Self.value("host", fields), !host.isEmpty else { throw .malformed }
    if seen.contains("transfer-encoding") {
      throw seen.contains("content-length") ? .malformed : .transferEncoding
    }
    let length = try Self.value("content-length", fields).map(Self.length)
    guard length != nil || !["PUT", "POST", "PATCH"].contains(method) else { throw .lengthRequired }
    let expectation = Self.value("expect", fields)
    guard expectation == nil || expectation?.lowercased() == "100-continue" else { throw .expectation }
    (self.method, self.target, self.fields) = (method, target, fields)
    contentLength = length ?? 0
    expectsContinue = expectation != nil && contentLength > 0
    isLast = fields.contains { field in
      field.name == "connection"
        && field.value.split(separator: ",").contains {
          $0.lowercased().trimmingPrefix { $0 == " " || $0 == "\t" }.hasPrefix("close")
        }
    }
  }

  /// The value of a field that comes once; `nil` without one.
  subscript(name: String) -> String? { Self.value(name, fields) }

  private static func value(_ name: String, _ fields: [Field]) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// A length: digits only, since a sign, a space or a list could be read in another way.
  private static func length(_ text: String) throws(HTTPRefusal) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
    guard text.utf8.count <= greatestDigits, let length = Int(text) else { throw .tooLarge }
    return length
  }
}
