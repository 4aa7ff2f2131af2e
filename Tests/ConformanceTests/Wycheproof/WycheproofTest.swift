import OmamoriCore

/// One test of a Wycheproof file.
struct WycheproofTest {
  /// What a correct implementation does.
  enum Expectation: String {
    case valid
    case invalid
    /// Either answer is right; it depends on what the implementation means to support.
    case acceptable
  }

  let fields: WycheproofFields
  let id: Int
  let comment: String
  /// Why the test is interesting, as names that the file explains.
  let flags: [String]
  let expectation: Expectation

  init(_ fields: WycheproofFields) throws {
    self.fields = fields
    id = try fields.integer("tcId")
    comment = fields["comment"]?.stringValue ?? ""
    flags = fields["flags"]?.arrayValue?.compactMap(\.stringValue) ?? []
    guard let expectation = Expectation(rawValue: try fields.text("result")) else {
      throw WycheproofFields.Fault(member: "result")
    }
    self.expectation = expectation
  }

  subscript(name: String) -> JSONValue? { fields[name] }
  func bytes(_ name: String) throws -> [UInt8] { try fields.bytes(name) }
  func text(_ name: String) throws -> String { try fields.text(name) }
  func integer(_ name: String) throws -> Int { try fields.integer(name) }
}
